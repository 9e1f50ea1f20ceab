// The README.md and the package.json of a library, as its package has them. npm runs `prepare` before it packs a library, and
// `restore` after it. With `docs`, the package gets the pages of the documentation too; with `commonjs`, its CommonJS form.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { describeForms } from '../commonjs/entries.ts'
import { writeCommonJs } from '../commonjs/write-commonjs.ts'
import { findUnbuilt, type BuiltManifest } from './built-files.ts'
import { adaptLinks, writeDocs } from './package-links.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const FILES = ['README.md', 'package.json']
/** npm reads these members of publishConfig itself. */
const OF_NPM = new Set(['access', 'registry', 'tag', 'provenance'])

/** The members of a package.json that say where the project is. */
interface Addresses {
  readonly repository?: string | { readonly url?: string }
  readonly homepage?: string
  readonly bugs?: string
}

interface Manifest extends Omit<BuiltManifest, 'publishConfig'> {
  readonly publishConfig?: Readonly<Record<string, unknown>> & BuiltManifest['publishConfig']
}

const readManifest = (folder: string): Manifest & Addresses =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

const findRepository = ({ repository }: Addresses): string | undefined =>
  typeof repository === 'string' ? repository : repository?.url

/** `https://host/owner/name` of `git+https://host/owner/name.git`; null without a repository. */
export const findWebAddress = (root: Addresses): string | null =>
  findRepository(root)
    ?.replace(/^git\+/, '')
    .replace(/\.git$/, '') ?? null

/** The manifest with the addresses of the project, and with the members that only a package has. */
export const adaptManifest = (
  { publishConfig = {}, ...manifest }: Manifest,
  root: Addresses,
  folder: string,
): object => {
  const only = Object.entries(publishConfig).filter(([name]) => !OF_NPM.has(name))
  const kept = Object.entries(publishConfig).filter(([name]) => OF_NPM.has(name))
  const { homepage, bugs } = root
  const url = findRepository(root)
  return {
    ...manifest,
    ...(url && { repository: { type: 'git', url, directory: folder } }),
    ...(homepage && { homepage }),
    ...(bugs && { bugs }),
    ...Object.fromEntries(only),
    publishConfig: Object.fromEntries(kept),
  }
}

/** At once: npm reads the manifests of all libraries while it packs one. */
const replaceFile = (file: string, text: string): void => {
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}

/** What a package has in addition to the files of its library. */
interface Additions {
  readonly withDocs: boolean
  readonly withCommonJs: boolean
}

/** Writes the README.md, the package.json and the additions of the package. */
const prepareFiles = async (
  library: string,
  originals: string,
  { withDocs, withCommonJs }: Additions,
): Promise<void> => {
  const [root, manifest] = [readManifest(ROOT), readManifest(library)]
  const folder = relative(ROOT, library)
  mkdirSync(originals, { recursive: true })
  for (const file of FILES) copyFileSync(join(library, file), join(originals, file))
  const files = [...(manifest.files ?? []), ...FILES]
  const links = { files, folder, withDocs, web: findWebAddress(root) }
  const readme = readFileSync(join(library, 'README.md'), 'utf8')
  replaceFile(join(library, 'README.md'), adaptLinks(readme, { page: `${folder}/README.md`, ...links }))
  if (withDocs) writeDocs({ root: ROOT, library, links })
  if (withCommonJs) await writeCommonJs(library, manifest)
  const forms = withCommonJs ? describeForms(manifest) : manifest
  const packed = JSON.stringify(adaptManifest(forms, root, folder), null, 2)
  replaceFile(join(library, 'package.json'), `${packed}\n`)
}

const restoreFiles = (library: string, originals: string): void => {
  for (const file of FILES)
    if (existsSync(join(originals, file))) renameSync(join(originals, file), join(library, file))
}

const prepare = async (library: string, originals: string, additions: readonly string[]): Promise<void> => {
  const unbuilt = findUnbuilt(library, readManifest(library), ROOT)
  if (unbuilt !== null) {
    console.error(unbuilt)
    process.exitCode = 1
    return
  }
  await prepareFiles(library, originals, {
    withDocs: additions.includes('docs'),
    withCommonJs: additions.includes('commonjs'),
  })
}

const run = async (action: string | undefined, additions: readonly string[]): Promise<void> => {
  const library = process.cwd()
  const originals = join(ROOT, 'node_modules/.cache/packed-libraries', relative(ROOT, library))
  // A packing that was interrupted has left its files behind.
  restoreFiles(library, originals)
  if (action === 'prepare') await prepare(library, originals, additions)
  else if (action !== 'restore')
    console.error(
      'Usage: node tools/check/package-files.ts prepare [docs] [commonjs] or restore, in the folder of a library',
    )
}

if (import.meta.main) await run(process.argv[2], process.argv.slice(3))
