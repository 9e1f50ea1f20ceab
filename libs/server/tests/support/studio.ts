import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN_PASSWORD, startTestService, type TestService } from './service.ts'

export const INDEX =
  '<!doctype html><title>Studio</title><script src="/studio/assets/index-1a2b.js"></script>'
export const SCRIPT = 'console.log("studio")'

/** A folder as a build of the studio leaves it. */
export const aBuiltStudio = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), INDEX)
  await writeFile(join(folder, 'assets', 'index-1a2b.js'), SCRIPT)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** A service with a built studio, which stops with it. */
export const startStudio = async (
  settings: Readonly<Record<string, string>> = {},
): Promise<TestService & { readonly folder: string }> => {
  const { folder, remove } = await aBuiltStudio()
  const service = await startTestService('PostgreSQL', settings, { studio: { folder } })
  const stop = async (): Promise<void> => {
    await service.stop()
    await remove()
  }
  return { ...service, folder, stop }
}

export interface Shown {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly setCookies: readonly string[]
  readonly location: string
  readonly text: string
}

interface Asked {
  readonly method?: string
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a path as it is: `URL` would resolve its dots. */
export const askRaw = (base: string, path: string): Promise<Pick<Shown, 'status' | 'text'>> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base)
    const asking = send({ hostname, port, path, headers: { accept: 'text/html' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      )
    })
    asking.on('error', reject)
    asking.end()
  })

export type AskStudio = (address: string, asked?: Asked) => Promise<Shown>

/** Sends a request as it is, also with a Host that `fetch` would not send. */
export const ask: AskStudio = (address, { method = 'GET', form, headers = {} } = {}) =>
  new Promise((resolve, reject) => {
    const type = form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
    const asking = send(address, { method, headers: { ...type, ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { 'set-cookie': setCookies = [], ...others } = response.headers
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(others).map(([name, value]) => [name, value?.toString()]),
          ),
          setCookies,
          location: others.location ?? '',
          text: Buffer.concat(chunks).toString(),
        })
      })
    })
    asking.on('error', reject)
    asking.end(form && new URLSearchParams(form).toString())
  })

interface Kept {
  readonly value: string
  readonly path: string
}

export const ADMINISTRATOR = { username: 'admin', password: ADMIN_PASSWORD }

/** A browser without scripts: cookies by their paths, forms with their proof, and no redirect by itself. */
export class Browser {
  readonly base: string
  readonly cookies = new Map<string, Kept>()
  #at: string
  #proof = ''

  constructor(base: string) {
    this.base = base
    this.#at = base
  }

  /** The cookies for an address, as the header of a request. */
  cookieFor(pathname: string): string {
    return [...this.cookies]
      .filter(([, { path }]) => path === '/' || pathname === path || pathname.startsWith(`${path}/`))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
  }

  readonly open: AskStudio = async (address, asked = {}) => {
    const url = new URL(address, this.#at)
    const cookie = this.cookieFor(url.pathname)
    const shown = await ask(url.href, {
      ...asked,
      headers: { ...(cookie !== '' && { cookie }), ...asked.headers },
    })
    this.#at = url.href
    this.#proof = /name="proof" value="([^"]+)"/.exec(shown.text)?.[1] ?? ''
    for (const header of shown.setCookies) this.#keep(header)
    return shown
  }

  #keep(header: string): void {
    const [pair = '', ...attributes] = header.split('; ')
    const [name = '', value = ''] = pair.split('=')
    const path = attributes.find((each) => each.startsWith('Path='))?.slice('Path='.length) ?? '/'
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name)
    else this.cookies.set(name, { value, path })
  }

  /** Sends the form of the page. */
  submit(fields: Readonly<Record<string, string>>): Promise<Shown> {
    return this.open(this.#at, { method: 'POST', form: { proof: this.#proof, ...fields } })
  }

  /** Follows redirects to the first page. */
  async follow(address: string): Promise<Shown & { readonly at: string }> {
    let shown = await this.open(address)
    while (shown.location !== '') shown = await this.open(shown.location)
    return { ...shown, at: this.#at }
  }

  /** Signs in to the studio, and returns the last redirect. */
  async signIn(address = '/studio/sign-in', user = ADMINISTRATOR): Promise<Shown> {
    return this.open(await this.findCode(address, user))
  }

  /** The address of `/studio/signed-in` with the code of a sign-in that the browser has begun. */
  async findCode(address = '/studio/sign-in', user = ADMINISTRATOR): Promise<string> {
    const begun = await this.open(this.base + address)
    let { location, text } = await this.open(begun.location)
    if (text.includes('name="password"')) {
      const entered = await this.submit({ choice: 'sign-in', ...user })
      ;({ location, text } = await this.open(entered.location))
    }
    if (!location.includes('code=')) throw new Error(`no code at ${location}: ${text}`)
    return location
  }

  /** Sends a POST as a page of the service does. */
  post(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Shown> {
    return this.open(this.base + path, { method: 'POST', headers: { origin: this.base, ...headers } })
  }

  /** The access token of the session. */
  async token(): Promise<string> {
    const { status, text } = await this.post('/studio/token')
    if (status !== 200) throw new Error(`${status} ${text}`)
    return (JSON.parse(text) as { readonly access_token: string }).access_token
  }
}
