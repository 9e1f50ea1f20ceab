import { ContentError } from '@content-service/domain'
import { GraphQLError, Kind, type DocumentNode, type ExecutionResult } from 'graphql'

/** C5.12: this field hashes up to 200 passwords. */
const SLOW_FIELDS: ReadonlySet<string> = new Set(['bulkCreateUsers'])
const SLOW_MS = 60_000

const isSlow = ({ definitions }: DocumentNode): boolean =>
  definitions.some(
    (each) =>
      each.kind === Kind.OPERATION_DEFINITION &&
      each.selectionSet.selections.some(
        (field) => field.kind === Kind.FIELD && SLOW_FIELDS.has(field.name.value),
      ),
  )

const createTimeoutResult = (): ExecutionResult => {
  const message =
    'The request took too long, and the service stopped it. Select fewer fields or smaller pages, or try again.'
  return {
    errors: [new GraphQLError(message, { originalError: new ContentError('TIMEOUT', message) })],
    data: null,
  }
}

/**
 * C5.8: the result of the work within its time. Otherwise it returns TIMEOUT and calls `abort`, so that the running
 * work writes nothing.
 */
export const runWithDeadline = async (
  document: DocumentNode,
  timeoutMs: number,
  { work, abort }: { readonly work: () => Promise<ExecutionResult>; readonly abort: () => void },
): Promise<ExecutionResult> => {
  const milliseconds = isSlow(document) ? Math.max(timeoutMs, SLOW_MS) : timeoutMs
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<ExecutionResult>((resolve) => {
    timer = setTimeout(() => {
      abort()
      resolve(createTimeoutResult())
    }, milliseconds)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}
