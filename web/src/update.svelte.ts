// Whether there is a newer version of the page than the one in this window.

class Update {
  there = $state(false);
}

export const update = new Update();
