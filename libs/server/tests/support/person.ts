import { createHash } from 'node:crypto'
import { ADMIN_PASSWORD } from './service.ts'

/** A page, with the values that its form needs. */
export interface ShownPage {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The target of a redirect; null for a page. */
  readonly location: string | null
}

export interface Person {
  /** Opens an address of the service. */
  open(address: string): Promise<ShownPage>
  /** Sends the form of the last opened page. */
  send(fields: Readonly<Record<string, string>>): Promise<ShownPage>
  /** Signs in, agrees if the page asks, and returns the redirect address of the client. */
  allow(address: string): Promise<URL>
  cookie(): string
}

export const VERIFIER = 'a-verifier-of-forty-three-characters-or-more'
export const createChallenge = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')

interface PersonOptions {
  readonly password?: string
  /** The headers that the browser sends with each request. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A person with a browser that supports cookies and forms, but no scripts. */
export const aPerson = (
  base: string,
  { password = ADMIN_PASSWORD, headers = {} }: PersonOptions = {},
): Person => {
  let [cookie, at, proof] = ['', base, '']
  const visit = async (address: string, form?: URLSearchParams): Promise<ShownPage> => {
    at = new URL(address, at).href
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { ...headers, cookie },
      ...(form && { method: 'POST', body: form }),
    })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    const text = await response.text()
    proof = /name="proof" value="([^"]+)"/.exec(text)?.[1] ?? ''
    return {
      status: response.status,
      headers: response.headers,
      text,
      location: response.headers.get('location'),
    }
  }
  const send: Person['send'] = (fields) => visit(at, new URLSearchParams({ proof, ...fields }))
  const allow = async (address: string): Promise<URL> => {
    let shown = await visit(address)
    if (shown.text.includes('name="password"')) {
      const { location } = await send({ choice: 'sign-in', username: 'admin', password })
      shown = await visit(location ?? '')
    }
    if (shown.location === null) shown = await send({ choice: 'allow' })
    return new URL(shown.location ?? '')
  }
  return { open: (address) => visit(address), send, allow, cookie: () => cookie }
}
