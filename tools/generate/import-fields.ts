import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { builtInModel } from '@content-service/domain'
import { listContentFields, type ContentField } from '@content-service/domain/internal/transfer'

/** The tables of docs/import.md come from the rules of the import. `npm run generate` writes them. */
const PAGE = join(resolve(import.meta.dirname, '../..'), 'docs/import.md')
const [START, END] = ['<!-- fields -->', '<!-- /fields -->']

const toTable = (fields: readonly ContentField[]): string =>
  [
    '| Field | Required | Value |',
    '|---|---|---|',
    ...fields.map(
      ({ name, required, description }) => `| \`${name}\` | ${required ? 'yes' : ''} | ${description} |`,
    ),
  ].join('\n')

/** The page with tables that fit the code. */
export function renderImportPage(page = readFileSync(PAGE, 'utf8')): string {
  const tables = Object.entries(listContentFields(builtInModel)).map(
    ([type, fields]) => `### \`${type}\`\n\n${toTable(fields)}\n`,
  )
  const [before = '', rest = ''] = page.split(START)
  const [, after = ''] = rest.split(END)
  return `${before}${START}\n\n${tables.join('\n')}\n${END}${after}`
}

if (import.meta.main) writeFileSync(PAGE, renderImportPage())
