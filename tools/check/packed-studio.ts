import { withProgram, waitForStatus } from '../programs/started-program.ts'
import type { Packed } from './packed.ts'

/** Beside the built files, a package has what npm always packs, and its changelog. */
const NOT_BUILT = new Set(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'])
const NEEDED = ['dist/index.html', 'dist/licenses.md']
const BUILT = /^dist\/(index\.html|licenses\.md|assets\/[\w-]+\.(js|css)(\.(br|gz))?)$/

/** Files of the packed studio that are not of its build, and those that every build has and the package has not. */
export const studioFileProblems = ({ files }: Pick<Packed, 'files'>): readonly string[] => [
  ...files
    .filter((path) => !NOT_BUILT.has(path) && !BUILT.test(path))
    .map((path) => `${path} must not be packed`),
  ...NEEDED.filter((path) => !files.includes(path)).map((path) => `${path} is not packed`),
]

/** The addresses of the scripts and styles that a page loads. */
const listAssets = (page: string): readonly string[] =>
  [...page.matchAll(/(?:src|href)="(\/studio\/assets\/[^"]+)"/g)].map(([, address = '']) => address)

const TYPES = { js: 'text/javascript', css: 'text/css' }

/** The build compresses the files that do not fit into one packet, so that a service sends them as they are. */
const CODINGS = ['br', 'gzip']
const LEAST_BYTES = 1_024

const isShort = async (response: Response): Promise<boolean> =>
  (await response.arrayBuffer()).byteLength < LEAST_BYTES

const findAssetProblems = async (
  url: string,
  address: string,
  coding: string,
): Promise<readonly string[]> => {
  const response = await fetch(url + address, { headers: { 'accept-encoding': coding } })
  const { status, headers } = response
  const type = headers.get('content-type') ?? 'no type'
  const sent = headers.get('content-encoding') ?? 'none'
  const wanted = TYPES[address.endsWith('.css') ? 'css' : 'js']
  const isCoded = sent === coding || (sent === 'none' && (await isShort(response)))
  const isRight = status === 200 && type.startsWith(wanted) && isCoded
  return isRight ? [] : [`${address} answers ${coding} with ${status}, ${type}, and the coding ${sent}`]
}

/** What a browser would lack at /studio of a service. */
export const findStudioProblems = async (url: string): Promise<readonly string[]> => {
  const response = await fetch(`${url}/studio`, { headers: { accept: 'text/html' } })
  if (response.status !== 200) return [`/studio answers with ${response.status}`]
  const assets = listAssets(await response.text())
  const missing = Object.keys(TYPES).filter((ending) => !assets.some((asset) => asset.endsWith(`.${ending}`)))
  const asked = assets.flatMap((address) => CODINGS.map((coding) => findAssetProblems(url, address, coding)))
  return [
    ...missing.map((ending) => `/studio loads no .${ending} file`),
    ...(await Promise.all(asked)).flat(),
  ]
}

const SERVE = ['node_modules/@content-service/server/bin/content-service.cjs', 'serve']

/** Starts the service of a project with the packed libraries and the packed studio, and opens the studio. */
export const callStudio = (project: string): Promise<readonly string[]> =>
  withProgram({ project, args: SERVE, env: { SAMPLE_CONTENT: 'false' } }, async (url) => {
    await waitForStatus(`${url}/studio`)
    return findStudioProblems(url)
  })
