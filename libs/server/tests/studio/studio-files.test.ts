import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createComposition } from '../../src/composition/composition.ts'
import { findStudioFolder } from '../../src/composition/studio-folder.ts'
import { readSettings } from '../../src/settings/read-settings.ts'
import { createService } from '../../src/start/embedded.ts'
import { aDatabase, startTestService } from '../support/service.ts'
import { aBuiltStudio, ask, askRaw, INDEX, SCRIPT, startStudio } from '../support/studio.ts'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "media-src 'self'",
  "font-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')

const PATHS = [
  '/studio',
  '/studio/',
  '/studio/articles',
  '/studio/articles/7/edit?tab=1',
  '/studio/a.js',
  '/studio/assets',
]

let service: Awaited<ReturnType<typeof startStudio>>
beforeAll(async () => {
  service = await startStudio()
}, 60_000)
afterAll(() => service.stop())

describe('C20.1 the page', () => {
  it.each(PATHS)('is at %s, with a policy of its own, and is checked again at each visit', async (path) => {
    const { status, headers, text } = await ask(service.url + path)
    expect([status, text]).toEqual([200, INDEX])
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-cache',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    })
  })

  it('has a head alone for HEAD', async () => {
    const { status, text, headers } = await ask(`${service.url}/studio`, { method: 'HEAD' })
    expect([status, text, headers['content-length']]).toEqual([200, '', String(INDEX.length)])
  })

  it('needs no credential, and does not count', async () => {
    const small = await startStudio({ RATE_LIMIT_ANONYMOUS: '1' })
    onTestFinished(() => small.stop())
    for (const path of ['/studio', '/studio/x', '/studio/assets/index-1a2b.js'])
      expect((await ask(small.url + path)).status).toBe(200)
  })
})

describe('C20.2 /studio/assets', () => {
  it('has the built files for ever', async () => {
    const { status, headers, text } = await ask(`${service.url}/studio/assets/index-1a2b.js`)
    expect([status, text]).toEqual([200, SCRIPT])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-type']).toMatch(/^text\/javascript/)
  })

  it.each([
    ['br', 'zstd, br, gzip', 'br'],
    ['gzip', 'gzip', 'gzip'],
    ['gzip', 'br;q=0.5, gzip', 'gzip'],
    [undefined, 'identity', null],
    [undefined, 'zstd', null],
  ] as const)('are sent in the coding %s for Accept-Encoding %j', async (coding, accepted, sent) => {
    const compressed = { br: brotliCompressSync(SCRIPT), gzip: gzipSync(SCRIPT) }
    const file = join(service.folder, 'assets', 'index-1a2b.js')
    await writeFile(`${file}.br`, compressed.br)
    await writeFile(`${file}.gz`, compressed.gzip)
    const { headers, text } = await ask(`${service.url}/studio/assets/index-1a2b.js`, {
      headers: { 'accept-encoding': accepted },
    })
    expect(headers['content-encoding']).toBe(coding)
    expect(headers['content-type']).toMatch(/^text\/javascript/)
    expect(headers['content-length']).toBe(String(sent === null ? SCRIPT.length : compressed[sent].length))
    expect(headers.vary).toContain('Accept-Encoding')
    if (sent === null) expect(text).toBe(SCRIPT)
  })

  it('are sent as they are if no compressed file exists', async () => {
    await writeFile(join(service.folder, 'assets', 'plain-1a2b.js'), SCRIPT)
    const { headers, text } = await ask(`${service.url}/studio/assets/plain-1a2b.js`, {
      headers: { 'accept-encoding': 'br' },
    })
    expect([headers['content-encoding'], text]).toEqual([undefined, SCRIPT])
  })

  it.each([
    'index-0000.js',
    '',
    'deep/index-1a2b.js',
    '../index.html',
    '%2e%2e/index.html',
    '..%2findex.html',
    '..%5cindex.html',
    '%00',
    '.git/config',
    '//etc/passwd',
    `${'a'.repeat(300)}.js`,
  ])('without the file %j is 404, and never the page', async (name) => {
    const { status, text } = await askRaw(service.url, `/studio/assets/${name}`)
    expect(status).toBe(404)
    expect(text).not.toContain('<title>Studio')
  })

  it('no cache keeps the answer about a missing file', async () => {
    const { headers } = await ask(`${service.url}/studio/assets/none.js`)
    expect(headers['cache-control'] ?? 'no-store').toBe('no-store')
  })
})

describe('C20.1 another host than that of BASE_URL', () => {
  it.each([
    ['/studio', 'evil.example.org'],
    ['/studio/articles?tab=1&q=%2F', 'localhost:1'],
    ['/studio/sign-in?return=/studio/a', '127.0.0.1'],
    ['/studio/signed-in?code=a&state=b', 'evil.example.org'],
    ['/studio/assets/index-1a2b.js', 'not a host'],
  ])('%s at %s leads to the same path and query there', async (path, host) => {
    const { status, location, setCookies } = await ask(service.url + path, { headers: { host } })
    expect([status, location, setCookies]).toEqual([307, service.url + path, []])
  })

  it('believes a trusted proxy, and nobody else, which host the browser asked', async () => {
    const headers = { 'x-forwarded-host': 'cms.example.org' }
    expect((await ask(`${service.url}/studio`, { headers })).status).toBe(200)
    const proxied = await startStudio({ BASE_URL: 'https://cms.example.org', TRUST_PROXY: '127.0.0.1' })
    onTestFinished(() => proxied.stop())
    expect((await ask(`${proxied.url}/studio`, { headers })).status).toBe(200)
    expect((await ask(`${proxied.url}/studio`, { headers: { host: 'CMS.example.org:443' } })).status).toBe(
      200,
    )
    const other = await startStudio({ BASE_URL: 'https://cms.example.org:8443', TRUST_PROXY: '127.0.0.1' })
    onTestFinished(() => other.stop())
    expect((await ask(`${other.url}/studio`, { headers: { host: 'cms.example.org' } })).status).toBe(200)
    expect((await ask(`${other.url}/studio`, { headers: { host: 'cms.example.org:444' } })).status).toBe(307)
    expect((await ask(`${proxied.url}/studio?a`)).location).toBe('https://cms.example.org/studio?a')
  })
})

describe('C20.1 the switch', () => {
  const POSTS = ['/studio/token', '/studio/sign-out']

  it('STUDIO=false leaves nothing at /studio', async () => {
    const off = await startStudio({ STUDIO: 'false' })
    onTestFinished(() => off.stop())
    for (const path of [...PATHS, '/studio/sign-in', '/studio/signed-in', '/studio/assets/index-1a2b.js'])
      expect([path, (await ask(off.url + path)).status]).toEqual([path, 404])
    for (const path of POSTS)
      expect((await ask(off.url + path, { method: 'POST', headers: { origin: off.url } })).status).toBe(404)
    const query = new URLSearchParams({
      client_id: 'studio:built-in',
      redirect_uri: `${off.url}/studio/signed-in`,
    })
    expect((await ask(`${off.url}/oauth/authorize?${query}`)).status).toBe(400)
  }, 60_000)

  it.each(['on', 'off', 'yes', 'no', '1', '0', 'TRUE', 'False', ' true', 'nonsense'])(
    'STUDIO=%s is refused at the start',
    (word) => expect(() => readSettings({ STUDIO: word })).toThrow('STUDIO must be true or false'),
  )

  it.each([
    ['', true],
    ['true', true],
    ['false', false],
  ])('STUDIO=%s is %s', (word, expected) => expect(readSettings({ STUDIO: word }).studio).toBe(expected))

  it('is an option of createService, which the service of a team has in its own server', async () => {
    const { folder, remove } = await aBuiltStudio()
    const database = await aDatabase('PostgreSQL')
    const server = createServer()
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const settings = readSettings({ ...database.environment, BASE_URL: url, LOG_LEVEL: 'silent' })
    const start = (studio: false | { readonly folder: string }) =>
      createService(settings, pino({ level: 'silent' }), { studio })
    const [on, off] = [await start({ folder }), await start(false)]
    onTestFinished(async () => {
      await off.stop()
      await on.stop(server)
      await database.remove()
      await remove()
    })
    let { listener } = on
    server.on('request', (request, response) => listener(request, response))
    expect((await ask(`${url}/studio/articles`)).text).toBe(INDEX)
    listener = off.listener
    expect((await ask(`${url}/studio/articles`)).status).toBe(404)
  }, 60_000)

  it('is on by default where the package is installed', () => {
    expect(createComposition().studio).toBe(true)
    expect(findStudioFolder(true) ?? '/studio/dist').toMatch(/studio\/dist$/)
    expect(findStudioFolder(false)).toBeNull()
  })

  it.each([[1], ['yes'], [{}], [{ folder: 1 }], [null]])('the option %j is refused', (studio) => {
    // A team without types can give anything.
    const options = { studio } as unknown as { readonly studio: boolean }
    expect(() => createComposition(options)).toThrow('studio must be true, false, or { folder }')
  })
})

describe('C20.1 a studio that is not built', () => {
  it('says which command builds it, and needs no restart after the build', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'studio-'))
    await rm(folder, { recursive: true })
    const unbuilt = await startTestService('PostgreSQL', {}, { studio: { folder } })
    onTestFinished(() => unbuilt.stop())
    const { status, text, headers } = await ask(`${unbuilt.url}/studio/articles`)
    expect([status, headers['cache-control']]).toEqual([503, 'no-store'])
    expect(text).toContain('<code>npx nx build studio</code>')
    expect((await ask(`${unbuilt.url}/studio/assets/index-1a2b.js`)).status).toBe(404)
  }, 60_000)
})
