import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { listOptions, renderOptions } from './field-options.ts'

const PAGE = join(resolve(import.meta.dirname, '../..'), 'docs/content-types.md')

/** Prettier aligns the cells. */
const withoutBlanks = (text: string): string => text.replaceAll(' ', '').replaceAll(/-+/g, '-')

test('docs/content-types.md lists the options of each builder; `npm run generate` updates them', () => {
  const page = readFileSync(PAGE, 'utf8')
  expect(withoutBlanks(page)).toBe(withoutBlanks(renderOptions(page)))
})

test('a builder is asked about each option', () => {
  expect(listOptions('tags')).toEqual(['index', 'search', 'changedWith'])
  expect(listOptions('owner')).toEqual(['inverse'])
})
