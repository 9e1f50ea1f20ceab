import { readFileSync } from 'node:fs'

/** The version of the package, which is two folders up, from `src/openapi` as from `dist/openapi`. */
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}

export const INFO = {
  version,
  license: { name: 'MIT', identifier: 'MIT' },
} as const

/** The introduction for readers, in Markdown. Each curl line works unchanged. */
export const introduction = (baseUrl: string, prefix: string): string => `
This interface has the same content and the same rules as \`/graphql\`. Responses are JSON. Each resource has its own
URL, and \`OPTIONS\` lists the methods of a URL. This text is part of an OpenAPI document,
[openapi.json](${baseUrl}${prefix}/openapi.json), from which tools can generate clients.

## Signing in

Send one credential per request, in a header. Do not put a credential into the URL. Public content needs no credential.

| Credential | Header |
|---|---|
| API key | \`X-API-Key: csk_…\`; create a key with \`POST ${prefix}/api-keys\` |
| Access token | \`Authorization: Bearer …\`; get a token with OAuth 2.0 at \`/oauth/token\` |
| Password | \`Authorization: Basic …\`: username or email address, and password |

\`\`\`sh
curl -s -i -H "X-API-Key: $KEY" '${baseUrl}${prefix}/users?limit=5'
curl -s -i -H "Authorization: Bearer $TOKEN" '${baseUrl}${prefix}/users?limit=5'
curl -s -i -u "admin:$PASSWORD" '${baseUrl}${prefix}/users?limit=5'
\`\`\`

On this page, press **Authorize**, paste a credential, and press **Try it out** at an operation. The page forgets the
credential when you close it. 401 means that the request needs a credential or that the credential is wrong. 403 means that
you lack a permission or that the token has expired.

## Reading lists

\`page\` counts from 1. \`limit\` is 1 to 100; the default is 20. A list is an array. The header \`Link\` (RFC 8288) has the
addresses of the \`first\`, \`prev\`, \`next\` and \`last\` page. The header \`X-Total-Count\` has the number of records on all
pages. The service stops counting at 10,000, and then adds \`X-Total-Count-Precision: at-least\`. Read on while \`Link\` has
\`rel="next"\`.

\`\`\`sh
curl -s -i -u "admin:$PASSWORD" '${baseUrl}${prefix}/users?page=1&limit=5'
\`\`\`

## Changing a resource safely

The response to each read and each change has an \`ETag\`. Send the \`ETag\` as \`If-Match\` with PUT, PATCH or DELETE. If
somebody else has changed the resource, the response is 412 and the service writes nothing. Then read the resource again,
compare, and repeat the change with the new \`ETag\`. If you send the \`ETag\` as \`If-None-Match\` with GET, the response is
304 while the resource is unchanged. PUT with \`If-None-Match: *\` creates a resource and never replaces it.

The response to a change shows the resource only if your credential may read the resource. Otherwise the response has no content:
204, or 201 with \`Location\` for a new resource.

\`\`\`sh
ETAG=$(curl -s -i -u "admin:$PASSWORD" '${baseUrl}${prefix}/users/2' | node -p '/^etag: (.*)/im.exec(fs.readFileSync(0))[1].trim()')
curl -s -i -u "admin:$PASSWORD" -X PATCH '${baseUrl}${prefix}/users/2' -H "If-Match: $ETAG" \\
  -H 'Content-Type: application/merge-patch+json' -d '{"age": 37}'   # 200 with the next ETag, or 412
\`\`\`

PATCH merges (RFC 7396): members that you leave out keep their values, and null clears a member.

## Repeating a request safely

If a POST gets no response, you do not know whether the service did it. Send an \`Idempotency-Key\` with the request: a new
UUID for each action. If you repeat the request with the same key within 24 hours, the service sends the stored response
with \`Idempotent-Replayed: true\` and does not repeat the action. The same key with another body gets 422. While the first
request is still running, the second request gets 409. The service does not store refusals or responses that show a secret.

\`\`\`sh
curl -s -i -u "admin:$PASSWORD" '${baseUrl}${prefix}/users' -H 'Idempotency-Key: 0d1f8f0a-52f5-4b8e' \\
  -H 'Content-Type: application/json' -d '{"name": "Ada Lovelace", "email": "ada@example.org", "age": 36}'
\`\`\`

## Errors

Each error response is \`application/problem+json\` (RFC 9457). \`code\` is for programs, and \`detail\` is for people.
\`errors\` names each wrong value of the body with a JSON Pointer. \`type\` is the URL of a page that explains the error
and how to correct the request. \`error\` is the same as \`detail\`.

\`\`\`sh
curl -s -i '${baseUrl}${prefix}/users'      # 401 {"code": "UNAUTHENTICATED", "detail": …}
\`\`\`

With 429 and 503, the header \`Retry-After\` has the number of seconds to wait.
`
