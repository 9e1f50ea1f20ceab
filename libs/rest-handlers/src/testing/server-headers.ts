/** The headers of every response that the server adds to those of the handlers (C9.1). */
export const SERVER_HEADERS: Readonly<Record<string, string>> = {
  'x-ratelimit-limit': '600',
  'x-ratelimit-remaining': '599',
  'x-ratelimit-reset': '1795132800',
  'ratelimit-policy': '"credential";q=600;w=60',
  ratelimit: '"credential";r=599;t=60',
}
