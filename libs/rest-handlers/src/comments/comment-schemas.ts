import { Type } from 'typebox'
import { bodyType, patchType } from '../body.ts'

const content = Type.String({ description: '1 to 10,000 characters' })
const closed = { additionalProperties: false }

/** C6.4. */
export const newCommentBody = bodyType(Type.Object({ content }, closed))
export const patchedCommentBody = patchType(Type.Object({ content: Type.Optional(content) }, closed))
