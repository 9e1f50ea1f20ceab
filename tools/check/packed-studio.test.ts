import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { findStudioProblems, studioFileProblems } from './packed-studio.ts'

const SOUND = [
  ...['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json', 'dist/index.html', 'dist/licenses.md'],
  ...['', '.br', '.gz'].map((coding) => `dist/assets/index-a1.js${coding}`),
]

test('the packed studio has its built files, and nothing else', () => {
  expect(studioFileProblems({ files: SOUND })).toEqual([])
  expect(studioFileProblems({ files: [...SOUND, 'src/main.tsx', 'dist/assets/index-a1.js.map'] })).toEqual([
    'src/main.tsx must not be packed',
    'dist/assets/index-a1.js.map must not be packed',
  ])
  expect(studioFileProblems({ files: ['package.json'] })).toEqual([
    'dist/index.html is not packed',
    'dist/licenses.md is not packed',
  ])
})

interface Answer {
  readonly type: string
  readonly body?: string
  readonly isCompressed?: boolean
}

/** The URL of a server with these answers. Its compressed answers have the coding that a request asks for. */
const serve = async (answers: Readonly<Record<string, Answer>>): Promise<string> => {
  const server = createServer(({ url = '', headers }, response) => {
    const { type, body, isCompressed } = answers[url] ?? {}
    if (type === undefined) return response.writeHead(404).end()
    if (isCompressed) response.setHeader('content-encoding', String(headers['accept-encoding']))
    return response.writeHead(200, { 'content-type': type }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const PAGE = {
  '/studio': {
    type: 'text/html',
    body: '<link href="/studio/assets/b2.css"><script src="/studio/assets/a1.js"></script>',
  },
  '/studio/assets/b2.css': { type: 'text/css', isCompressed: true },
}
const SCRIPT = '/studio/assets/a1.js'
const LONG = ' '.repeat(1_024)
const type = 'text/javascript; charset=utf-8'

test('nothing is reported about a service that serves the page, its script and its style', async () => {
  const url = await serve({ ...PAGE, [SCRIPT]: { type, isCompressed: true } })
  expect(await findStudioProblems(url)).toEqual([])
})

test('a short script needs no coding', async () => {
  const url = await serve({ ...PAGE, [SCRIPT]: { type, body: 'x()' } })
  expect(await findStudioProblems(url)).toEqual([])
})

test('a service without the studio, or with a page that loads nothing, is reported', async () => {
  expect(await findStudioProblems(await serve({}))).toEqual(['/studio answers with 404'])
  expect(await findStudioProblems(await serve({ '/studio': { type: 'text/html' } }))).toEqual([
    '/studio loads no .js file',
    '/studio loads no .css file',
  ])
})

test('a script that is missing or not compressed is reported', async () => {
  expect(await findStudioProblems(await serve(PAGE))).toEqual([
    `${SCRIPT} answers br with 404, no type, and the coding none`,
    `${SCRIPT} answers gzip with 404, no type, and the coding none`,
  ])
  expect(await findStudioProblems(await serve({ ...PAGE, [SCRIPT]: { type, body: LONG } }))).toEqual([
    `${SCRIPT} answers br with 200, ${type}, and the coding none`,
    `${SCRIPT} answers gzip with 200, ${type}, and the coding none`,
  ])
})
