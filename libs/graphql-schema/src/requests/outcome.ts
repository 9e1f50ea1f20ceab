/**
 * The result of the only root field of an operation that has run. The general way receives it as the root value: it writes the
 * result or the error, and does not run the field again.
 */
export class Outcome {
  readonly result: Promise<unknown>

  constructor(result: Promise<unknown>) {
    this.result = result
  }
}
