import { postGraphql, type BenchRequest } from '../requests.ts'
import type { Question } from '../workloads.ts'
import { makeDocuments } from './documents.ts'

const DOCUMENTS = makeDocuments(200)
const REQUESTS_PER_COMMENT = 10

const ADD_COMMENT =
  'mutation AddComment($id: ID!, $content: String!) { createComment(articleId: $id, content: $content) { id content createdAt author { id username } } }'

/** Each tenth request writes a comment; the others send the documents in turn. */
export const askMix = (question: Question): BenchRequest => {
  const { place, article, comment } = question
  if (place % REQUESTS_PER_COMMENT === REQUESTS_PER_COMMENT - 1)
    return postGraphql(ADD_COMMENT, { id: article, content: comment })
  const read = place - Math.floor(place / REQUESTS_PER_COMMENT)
  const document = DOCUMENTS[read % DOCUMENTS.length]
  return postGraphql(document?.query ?? '', document?.variables(question))
}
