import { OperatorError } from '@content-service/domain/internal/rules'

/** Enough for a server that is far away; a server that hangs must not stop the command. */
export const ANSWER_WITHIN_MS = 5_000

/** The result of the work. @throws OperatorError if the work takes longer. */
export const limitTime = async <Result>(
  work: Promise<Result>,
  milliseconds = ANSWER_WITHIN_MS,
): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const refuse = (): void => reject(new OperatorError(`no answer within ${milliseconds / 1_000} s`))
    timer = setTimeout(refuse, milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
