// What the rules refuse.

/** The rules' answer to a request that they refuse. */
export class CallError extends Error {
  /** @param {{ kind: string, message: string, index?: number }} error */
  constructor({ kind, message, index }) {
    super(message);
    this.name = 'CallError';
    /** What is wrong: `BadFen`, `BadMove`, … */
    this.kind = kind;
    /** Which of the moves is bad. */
    this.index = index;
  }
}
