import { isKnownKind, type KnownKind } from './generated-request.ts'
import type { FuzzedRequest } from './requests.ts'

/** The path with its query. A variable without a value gets the id of an existing record. */
export const fillAddress = (
  { template, variables, query }: Pick<FuzzedRequest, 'template' | 'variables' | 'query'>,
  existing: (kind: KnownKind) => string,
): string => {
  const segments = template.split('/')
  let variable = 0
  const filled = segments.map((segment, at) => {
    if (!segment.startsWith('{')) return segment
    const before = segments[at - 1] ?? ''
    const known = existing(isKnownKind(before) ? before : 'users')
    return encodeURIComponent((variables[variable++] ?? known).toWellFormed())
  })
  const search = new URLSearchParams()
  for (const [name, value] of query) search.append(name, value.toWellFormed())
  return search.size > 0 ? `${filled.join('/')}?${search}` : filled.join('/')
}
