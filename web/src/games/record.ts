// The actions and headers of a record.

export interface Step {
  seat: number;
  action: string;
}

const STEP = /^(\d{1,3})\s+([^#]*?)\s*(?:#.*)?$/;

/** The actions of a record, oldest first. */
export function steps(record: string): Step[] {
  const result: Step[] = [];
  for (const line of record.split("\n")) {
    const match = STEP.exec(line.trim());
    if (match) result.push({ seat: Number(match[1]), action: match[2]! });
  }
  return result;
}

/** A header of a record; null if it has none of that name. */
export function header(record: string, name: string): string | null {
  for (const line of record.split("\n")) {
    const [key, ...rest] = line.split(":");
    if (key?.trim() === name && rest.length > 0) return rest.join(":").trim();
  }
  return null;
}
