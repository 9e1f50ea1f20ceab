import { type ClientError, isClientError } from './client-error.ts'

/** What a call gives: its data, or the error. */
export type Result<Data, More = unknown> =
  ({ readonly ok: true; readonly data: Data } & More) | { readonly ok: false; readonly error: ClientError }

/** Returns a ClientError as a result. Any other error is a mistake in a program, and is thrown. */
export const toResult = async <Success extends { readonly ok: true }>(
  work: Promise<Success>,
): Promise<Success | { readonly ok: false; readonly error: ClientError }> => {
  try {
    return await work
  } catch (error) {
    if (isClientError(error)) return { ok: false, error }
    throw error
  }
}
