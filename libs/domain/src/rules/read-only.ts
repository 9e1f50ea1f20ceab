import { ContentError } from './errors.ts'

/** C16.5: the refusal of a write within an operation that only reads. */
export const createReadOnlyRefusal = (): ContentError =>
  new ContentError(
    'BAD_REQUEST',
    "This is part of an operation that only reads, and nothing was written. Declare the operation with kind: 'write'.",
  )
