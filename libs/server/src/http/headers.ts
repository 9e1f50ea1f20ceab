/** Headers of a response, by lower-case name. */
export type Headers = Readonly<Record<string, string>>

/**
 * The headers of every response: the defaults of helmet, without Strict-Transport-Security, which has a condition. A test
 * compares them.
 */
export const SECURITY_HEADERS: Headers = {
  'content-security-policy':
    "default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';img-src 'self' data:;object-src 'none';script-src 'self';script-src-attr 'none';style-src 'self' https: 'unsafe-inline';upgrade-insecure-requests",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

/** Adds names to Vary. */
export const addVary = (headers: Headers, names: string): Headers => {
  const { vary } = headers
  return { ...headers, vary: vary === undefined ? names : `${vary}, ${names}` }
}

/** The names of headers, each followed by its value: Node takes a list in less time than an object. */
export type HeaderList = string[]

export const appendHeaders = (list: HeaderList, headers: Headers): void => {
  for (const name in headers) list.push(name, headers[name] as string)
}

type HeaderValue = number | string | readonly string[] | undefined

/** Joins the values of Vary. The other headers of an answer win over common headers. `set` is the Vary of the response. */
export const listHeaders = (common: Headers, answer: Headers, set?: HeaderValue): HeaderList => {
  const list: HeaderList = []
  for (const name in common)
    if (name !== 'vary' && answer[name] === undefined) list.push(name, common[name] as string)
  for (const name in answer) if (name !== 'vary') list.push(name, answer[name] as string)
  const varies = [common['vary'], set, answer['vary']].filter((each) => each !== undefined)
  if (varies.length > 0) list.push('vary', varies.join(', '))
  return list
}
