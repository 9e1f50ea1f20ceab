/** A mistake of the person who called the command: the message says what to change, and the exit code is 2. */
export class UsageError extends Error {}
