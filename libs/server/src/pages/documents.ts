import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { SiteLink } from './markdown.ts'
import { readRepositoryUrl } from './repository.ts'
import { splitTitle } from './split-title.ts'

const PACKED_DOCS = new URL('../docs/', import.meta.url)
const IS_PACKED = existsSync(PACKED_DOCS)
/** The folder in the repository. `prepack` copies it into the package. */
const DOCS = IS_PACKED ? PACKED_DOCS : new URL('../../../../docs/', import.meta.url)
/** The package.json of the package, or of the repository. */
const MANIFEST = new URL(IS_PACKED ? '../../package.json' : '../package.json', DOCS)

/** A folder of documents, and its path on the site. */
export interface Shelf {
  /** The folder below docs/; empty for docs/ itself. */
  readonly folder: string
  /** The path without a slash at its end. */
  readonly path: string
  readonly title: string
  readonly introduction: string
}

export interface SiteDocument {
  readonly name: string
  readonly title: string
  /** The first sentence of the document, in Markdown. */
  readonly summary: string
  readonly markdown: string
}

export const GUIDES: Shelf = {
  folder: '',
  path: '/api/guides',
  title: 'Guides',
  introduction: 'How to use and operate the service.',
}

export const ERRORS: Shelf = {
  folder: 'errors/',
  path: '/api/errors',
  title: 'Error codes',
  introduction: 'GraphQL and REST use the same codes. Each page says what happened and what to do.',
}

/** The first sentence after the headings and after the line with the status of an error. */
const findSummary = (text: string): string => {
  const paragraph = text.split(/\n\n+/).find((each) => /^(?!#|Status )\S/.test(each.trim())) ?? ''
  return /^.*?[.:](?=\s|$)/s.exec(paragraph.trim())?.[0] ?? paragraph
}

/** The file that lists the documents of a shelf in groups. */
const INDEX = 'README'

const readDocument = (folder: string, name: string): SiteDocument => {
  const markdown = readFileSync(new URL(`${folder}${name}.md`, DOCS), 'utf8')
  const { title, text } = splitTitle(markdown)
  return { name, title, summary: findSummary(text), markdown }
}

/** All documents of a shelf, in the order of their names. @throws Error if the folder is missing. */
export const readDocuments = ({ folder }: Shelf): readonly SiteDocument[] =>
  readdirSync(new URL(folder, DOCS))
    .filter((file) => file.endsWith('.md') && file !== `${INDEX}.md`)
    .sort()
    .map((file) => readDocument(folder, file.slice(0, -'.md'.length)))

/** The list of the documents of a shelf in groups; null if the shelf has no groups. */
export const readIndex = ({ folder }: Shelf): SiteDocument | null =>
  existsSync(new URL(`${folder}${INDEX}.md`, DOCS)) ? readDocument(folder, INDEX) : null

const isOnSite = /^\/docs\/(errors\/)?([\w-]+)\.md$/
const LISTS: Readonly<Record<string, string>> = {
  '/docs/errors': ERRORS.path,
  '/docs/README.md': GUIDES.path,
}

/**
 * Resolves links of documents. Guides and error pages are on the site, and other files are in the repository: without its
 * URL, their links are null.
 */
export const createLinkResolver =
  ({ folder }: Shelf, repository: string | null = readRepositoryUrl(MANIFEST)): SiteLink =>
  (href) => {
    if (/^(https?:|#)/.test(href)) return href
    const { pathname, hash } = new URL(href, `file:///docs/${folder}`)
    const list = LISTS[pathname]
    if (list !== undefined) return list
    const [, isError, name] = isOnSite.exec(pathname) ?? []
    if (name !== undefined) return `${(isError ? ERRORS : GUIDES).path}/${name}${hash}`
    return repository === null ? null : `${repository}/blob/main${pathname}${hash}`
  }
