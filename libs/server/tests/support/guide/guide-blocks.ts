import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../processes/deployed.ts'

/** A block of code of a page. */
interface Block {
  readonly code: string
  /** The name in the first line of a TypeScript file; null for commands. */
  readonly file: string | null
}

const BLOCK = /```(?:sh\n|ts\n\/\/ (?<file>[\w.-]+)\n)(?<code>[^]*?)```/g

/** The commands and the files of a page, in its order. */
export const readGuide = (page: string): readonly Block[] =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(BLOCK)].map(({ groups: { file, code } = {} }) => ({
    code: code ?? '',
    file: file ?? null,
  }))

/** The commands of a page. */
export const readBlocks = (page: string): readonly string[] =>
  readGuide(page).flatMap(({ code, file }) => (file === null ? [code] : []))

/** The last text that a page shows for one of its files. */
export const readGuideFile = (page: string, name: string): string =>
  readGuide(page).findLast(({ file }) => file === name)?.code ?? ''
