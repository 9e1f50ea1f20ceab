import type { ContentModel, RecordType } from '@content-service/domain'
import type { ShownMember } from '@content-service/domain/internal/access'
import type { Collection } from '@content-service/domain/internal/model'
import { isObject } from '@content-service/domain/internal/rules'
import type { RestResponse } from '../protocol/http.ts'
import { createEtag } from '../requests/etag.ts'

type Body = Readonly<Record<string, unknown>>

/** The body of a record, and the bodies of the records to which it links. */
const maskBody = (
  model: ContentModel,
  type: RecordType,
  body: Body,
  hidden: readonly ShownMember[],
): Body => {
  const masked: Record<string, unknown> = { ...body }
  for (const { of, name } of hidden) if (of === type.plural && name in body) masked[name] = null
  for (const { name, field } of type.links) {
    const linked = body[name]
    if (isObject(linked)) masked[name] = maskBody(model, model.typeNamed(field.to.name), linked, hidden)
  }
  return masked
}

/** The tag of the kept response contains a hash of what the caller may not see. */
const replaceTag = ({ etag, ...headers }: RestResponse['headers'], text: string, { version }: Body) =>
  etag !== undefined && typeof version === 'number'
    ? { ...headers, etag: createEtag(version, text) }
    : headers

/** C12.16: a kept response with null in the place of each attribute that the caller of the replay may not see. */
export const maskReplay = (
  model: ContentModel,
  { of, ...response }: RestResponse & { readonly of: Collection },
  hidden: readonly ShownMember[],
): RestResponse => {
  const type = model.typeOf(of)
  if (type === undefined || hidden.length === 0) return response
  // The body of a record is a JSON object.
  const body = maskBody(model, type, JSON.parse(response.body) as Body, hidden)
  const text = JSON.stringify(body)
  return { ...response, headers: replaceTag(response.headers, text, body), body: text }
}
