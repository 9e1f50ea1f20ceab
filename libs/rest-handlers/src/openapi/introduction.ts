import { readFileSync } from 'node:fs'

/** Of the package: it is two folders up, from `src/openapi` as from `dist/openapi`. */
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}

export const INFO = {
  title: 'content-service',
  summary: 'Users, articles with a publish workflow, comments, products and search.',
  version,
  license: { name: 'MIT', identifier: 'MIT' },
} as const

/** What a reader needs to know before the operations. Markdown; each curl line works as it stands. */
export const introduction = (baseUrl: string): string => `
The same content as under \`/graphql\`, by the same rules. Answers are JSON; every resource has an address of its own,
and \`OPTIONS\` tells what an address takes. This text is part of an OpenAPI document, [openapi.json](${baseUrl}/api/openapi.json),
of which tools make clients.

## Signing in

A request carries one credential, in a header, never in the address. What is public needs none.

| | Header |
|---|---|
| API key | \`X-API-Key: csk_…\`, made at \`POST /api/api-keys\` |
| Access token | \`Authorization: Bearer …\`, from OAuth 2.0 at \`/oauth/token\` |
| Password | \`Authorization: Basic …\`: username or email address, and password |

\`\`\`sh
curl -s -i -H "X-API-Key: $KEY" '${baseUrl}/api/users?limit=5'
curl -s -i -H "Authorization: Bearer $TOKEN" '${baseUrl}/api/users?limit=5'
curl -s -i -u "admin:$PASSWORD" '${baseUrl}/api/users?limit=5'
\`\`\`

Here: press **Authorize**, paste one of them, and **Try it out** at any operation. No credential is kept when the page is
closed. 401 means that a credential is needed or wrong, 403 that it is not enough or that the token has expired.

## Lists, page by page

\`page\` counts from 1, \`limit\` is 1 to 100, 20 unless given. A list is an array; \`Link\` (RFC 8288) has the addresses of
the \`first\`, \`prev\`, \`next\` and \`last\` page, and \`X-Total-Count\` says how many there are. Beyond 10,000 it is not
counted: then \`X-Total-Count-Precision: at-least\` stands beside it. There is a next page as long as there is a
\`rel="next"\`.

\`\`\`sh
curl -s -i -u "admin:$PASSWORD" '${baseUrl}/api/users?page=1&limit=5'
\`\`\`

## Changing what others change too

Every resource is read with an \`ETag\`. Send it as \`If-Match\` with PUT, PATCH or DELETE: if somebody has changed the
resource since, the answer is 412 and nothing is written. Read it again, look at what is different, and repeat the
change with the new \`ETag\`, which the answer to each change has, too. A GET with \`If-None-Match\` is 304 while nothing
has changed. \`If-None-Match: *\` with a PUT creates and never replaces.

\`\`\`sh
ETAG=$(curl -s -i -u "admin:$PASSWORD" '${baseUrl}/api/users/2' | tr -d '\\r' | sed -n 's/^etag: //Ip')
curl -s -i -u "admin:$PASSWORD" -X PATCH '${baseUrl}/api/users/2' -H "If-Match: $ETAG" \\
  -H 'Content-Type: application/merge-patch+json' -d '{"age": 37}'   # 200 with the next ETag, or 412
\`\`\`

PATCH merges (RFC 7396): what is absent stays, null clears.

## Doing a thing once

Whoever gets no answer to a POST does not know whether it was done. Send an \`Idempotency-Key\`, a new UUID for each thing
that is to be done: the same request with the same key gets the stored answer again for 24 hours, and nothing is done
twice: \`Idempotent-Replayed: true\` says so. The key with another body is 422, and 409 while the first one is not done
yet. Refusals are not stored, nor are answers that show a secret.

\`\`\`sh
curl -s -i -u "admin:$PASSWORD" '${baseUrl}/api/users' -H 'Idempotency-Key: 0d1f8f0a-52f5-4b8e' \\
  -H 'Content-Type: application/json' -d '{"name": "Ada Lovelace", "email": "ada@example.org", "age": 36}'
\`\`\`

## When something is wrong

Every refusal is \`application/problem+json\` (RFC 9457): \`code\` is for programs, \`detail\` for people, \`errors\` says
which value of the body is wrong (a JSON Pointer), and \`type\` is a page that tells how to mend it. \`error\` is the same
as \`detail\`.

\`\`\`sh
curl -s -i '${baseUrl}/api/users'      # 401 {"code": "UNAUTHENTICATED", "detail": …}
\`\`\`

429 and 503 say with \`Retry-After\` how many seconds to wait.
`
