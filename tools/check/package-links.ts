// The links of the Markdown pages in a package.
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

/** The folder of the pages of `docs` in a package. */
const DOCS = 'dist/docs'
const CARRIED = ['*.md', '*.svg', '*.json', 'errors/*.md']

export interface Links {
  /** The folder of the library in the repository, such as `libs/server`. */
  readonly folder: string
  /** What the package has of this folder. */
  readonly files: readonly string[]
  /** Whether the package has the pages of `docs`. */
  readonly withDocs: boolean
  /** The address of the repository; null if it has none. */
  readonly web: string | null
}

const isCarried = (path: string): boolean =>
  CARRIED.some((pattern) => posix.matchesGlob(path, posix.join('docs', pattern)))

/** The path in the package of a file of the repository; null if the package does not have the file. */
const findPacked = (path: string, { folder, files, withDocs }: Links): string | null => {
  if (withDocs && isCarried(path)) return posix.join(DOCS, posix.relative('docs', path))
  const own = posix.relative(folder, path)
  return files.some((file) => own === file || own.startsWith(`${file}/`)) ? own : null
}

/**
 * The text of a page of the repository, such as `docs/oauth.md`, for the package. Links to files that the package does not
 * have become links to the repository. Without a repository, the text names the file without a link.
 */
export const adaptLinks = (
  markdown: string,
  { page, ...links }: Links & { readonly page: string },
): string => {
  const here = posix.dirname(findPacked(page, links) ?? '.')
  return markdown.replaceAll(
    /(!?)\[([^[\]]+)\]\(([^):\s#]+)(#[^)\s]*)?\)/g,
    (link, image: string, text: string, target: string, anchor = '') => {
      if (target.startsWith('/')) return link
      const path = posix.join(posix.dirname(page), target)
      const packed = findPacked(path, links)
      if (packed !== null) return `${image}[${text}](${posix.relative(here, packed)}${anchor})`
      if (links.web === null) return text
      return `${image}[${text}](${links.web}/${image ? 'raw' : 'blob'}/main/${path}${anchor})`
    },
  )
}

interface Documents {
  /** The folder of the repository. */
  readonly root: string
  /** The folder of the library. */
  readonly library: string
  readonly links: Links
}

/** Writes the pages of `docs` for the package. */
export const writeDocs = ({ root, library, links }: Documents): void => {
  rmSync(join(library, DOCS), { recursive: true, force: true })
  const patterns = CARRIED.map((pattern) => posix.join('docs', pattern))
  for (const page of globSync(patterns, { cwd: root })) {
    const copy = join(library, DOCS, posix.relative('docs', page))
    mkdirSync(dirname(copy), { recursive: true })
    if (page.endsWith('.md'))
      writeFileSync(copy, adaptLinks(readFileSync(join(root, page), 'utf8'), { page, ...links }))
    else copyFileSync(join(root, page), copy)
  }
}
