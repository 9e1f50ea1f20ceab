import { appendFileSync } from 'node:fs'

/**
 * Replaces curl in the sessions of the guides, because a machine may have no curl: it understands the options of the
 * guides, sends the request with `fetch`, and writes each status to the file that CURL_STATUSES names.
 */
interface CurlCommand {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: string | undefined
  /** `-i`: prints the status and the headers before the body. */
  readonly include: boolean
}

const encodeField = (field: string): string => {
  const at = field.indexOf('=')
  return `${field.slice(0, at)}=${encodeURIComponent(field.slice(at + 1))}`
}

/** @throws for an option that no guide uses. */
export const parseCurl = (args: readonly string[]): CurlCommand => {
  const headers = new Headers()
  const fields: string[] = []
  let [url, method, include] = ['', undefined as string | undefined, false]
  const options: Readonly<Record<string, (value: () => string) => void>> = {
    '-s': () => undefined,
    '-N': () => undefined,
    '-i': () => void (include = true),
    '-X': (value) => void (method = value()),
    '-u': (value) => headers.set('authorization', `Basic ${Buffer.from(value()).toString('base64')}`),
    '-H': (value) => {
      const [, name = '', text = ''] = /^([^:]+): ?(.*)$/.exec(value()) ?? []
      headers.set(name, text)
    },
    '-d': (value) => void fields.push(value()),
    '--data-urlencode': (value) => void fields.push(encodeField(value())),
  }
  const left = [...args]
  for (let argument = left.shift(); argument !== undefined; argument = left.shift()) {
    const option = options[argument]
    if (option) option(() => left.shift() ?? '')
    else if (argument.startsWith('-')) throw new Error(`No guide uses the option ${argument} of curl.`)
    else url = argument
  }
  const body = fields.length > 0 ? fields.join('&') : undefined
  if (body !== undefined && !headers.has('content-type'))
    headers.set('content-type', 'application/x-www-form-urlencoded')
  return { url, method: method ?? (body === undefined ? 'GET' : 'POST'), headers, body, include }
}

const run = async ({ url, method, headers, body, include }: CurlCommand): Promise<void> => {
  const response = await fetch(url, { method, headers, body: body ?? null, redirect: 'manual' })
  appendFileSync(process.env['CURL_STATUSES'] ?? '', `${response.status}\n`)
  if (include) {
    const lines = [...response.headers].map(([name, value]) => `${name}: ${value}\n`)
    process.stdout.write(`HTTP/1.1 ${response.status}\n${lines.join('')}\n`)
  }
  for await (const chunk of response.body ?? []) process.stdout.write(chunk)
}

if (import.meta.main) await run(parseCurl(process.argv.slice(2)))
