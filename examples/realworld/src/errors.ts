import { ContentError } from '@content-service/domain'
import type { ErrorRequestHandler, Response } from 'express'

type Errors = Readonly<Record<string, readonly string[]>>

/** A refusal in the words of Conduit. */
export class Refusal extends Error {
  readonly status: number
  readonly errors: Errors

  constructor(status: number, errors: Errors) {
    super(JSON.stringify(errors))
    this.status = status
    this.errors = errors
  }
}

/** The names of Conduit for the fields of the service. */
const NAMES: Readonly<Record<string, string>> = {
  content: 'body',
  excerpt: 'description',
  tags: 'tagList',
  avatar: 'image',
}

/** The texts of an input. @throws Refusal without one of them; null is as good as nothing. */
export const requireTexts = (
  input: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Readonly<Record<string, string>> => {
  const blank = names.filter((name) => typeof input[name] !== 'string' || input[name].trim() === '')
  if (blank.length > 0)
    throw new Refusal(422, Object.fromEntries(blank.map((name) => [name, ["can't be blank"]])))
  return Object.fromEntries(names.map((name) => [name, String(input[name])]))
}

/** The problems of an input, by the names of Conduit. */
const toErrors = ({ problems, message }: ContentError, about: string, text?: string): Errors =>
  problems.length === 0
    ? { [about]: [text ?? message] }
    : Object.fromEntries(
        problems.map((problem) => {
          const name = String(problem.path.findLast((part) => typeof part === 'string') ?? about)
          return [NAMES[name] ?? name, [text ?? problem.message]]
        }),
      )

const translate = (error: unknown, about: string): Refusal | null => {
  if (!(error instanceof ContentError)) return error instanceof Refusal ? error : null
  const { code, status, problems } = error
  if (code === 'UNAUTHENTICATED') return new Refusal(401, { token: ['is missing'] })
  if (code === 'INVALID_TOKEN') return new Refusal(401, { token: ['is invalid or has expired'] })
  if (code === 'FORBIDDEN') return new Refusal(403, { [about]: ['forbidden'] })
  if (code === 'NOT_FOUND') return new Refusal(404, { [about]: ['not found'] })
  const isTaken = code === 'CONFLICT' && problems.length > 0
  return new Refusal(status, toErrors(error, about, isTaken ? 'has already been taken' : undefined))
}

/** Answers each error in the format of Conduit. Express recognizes an error handler by its four parameters. */
export const answerErrors: ErrorRequestHandler = (error, _request, response: Response, _next) => {
  const refusal = translate(error, response.locals['about'] ?? 'request')
  // A malformed body has a status of express.
  const status = refusal?.status ?? (error as { readonly status?: number }).status ?? 500
  if (status >= 500) console.error(error)
  response
    .status(status)
    .json({ errors: refusal?.errors ?? { request: [status < 500 ? 'is malformed' : 'failed'] } })
}
