// Answers to requests: a value, or why not.

import type { Problem } from "./wire";

export interface Failure {
  /** 0 if nobody could be reached. */
  status: number;
  code: string;
  reason: string;
}

export type Answer<T> = { ok: true; value: T } | { ok: false; failure: Failure };

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** The answer that a status, a content type and a body stand for; throws if the body breaks off. */
export function fromReply<T>({ status, kind, text }: { status: number; kind: string; text: string }): Answer<T> {
  if (status >= 200 && status < 300) {
    return { ok: true, value: (kind.includes("json") && text !== "" ? JSON.parse(text) : text) as T };
  }
  const problem = parse(text) as Partial<Problem>;
  return { ok: false, failure: { status, code: problem.code ?? "error", reason: problem.reason ?? "" } };
}
