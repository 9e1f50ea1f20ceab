import type { GraphQLError } from 'graphql'

/** JSON, in UTF-8 if it has long texts, or if requests that share a long response would each encode it. */
export type ResponseBody = string | Buffer

/** What an operation has returned. */
export interface Executed {
  /** The data as JSON; null if nothing has run, so that the response has no data. */
  readonly data: ResponseBody | null
  readonly errors: readonly GraphQLError[]
  /** The whole body of a response that requests share. */
  readonly body?: ResponseBody
  /** Whether this is the stored answer of an earlier request (C6.9). */
  readonly isReplayed?: boolean
}

/** The members of a response, each as JSON. */
interface ResponseParts extends Pick<Executed, 'data'> {
  readonly errors: readonly object[]
  readonly cost: number
}

/** The body of a response, whose order is that of the specification of GraphQL: errors, data, extensions. */
export const writeResponse = ({ data, errors, cost }: ResponseParts): ResponseBody => {
  const told = errors.length > 0 ? `"errors":${JSON.stringify(errors)},` : ''
  const end = `"extensions":{"cost":${cost}}}`
  if (data === null) return `{${told}${end}`
  const start = `{${told}"data":`
  return typeof data === 'string'
    ? `${start}${data},${end}`
    : Buffer.concat([Buffer.from(start), data, Buffer.from(`,${end}`)])
}
