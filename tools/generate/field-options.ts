import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { field } from '@content-service/domain'

/**
 * The table of docs/content-types.md with the options of each builder comes from the builders: each is asked with one option after
 * the other. `npm run generate` writes it.
 */
const PAGE = join(resolve(import.meta.dirname, '../..'), 'docs/content-types.md')
const [START, END] = ['<!-- options -->', '<!-- /options -->']

const about = 'A field.'
type Options = Readonly<Record<string, unknown>>
/** Builders take options of their own types, and tell about unknown ones in `problems`. */
type Build = (options: never) => { readonly problems?: readonly string[] | undefined }

/** Each builder with values for its parameters. */
const BUILDERS: Readonly<Record<keyof typeof field, Build>> = {
  line: (options) => field.line(9, options),
  text: (options) => field.text(9, options),
  markdown: (options) => field.markdown(9, options),
  email: (options) => field.email(options),
  url: (options) => field.url(options),
  slug: (options) => field.slug({ from: 'title', ...(options as object) }),
  choice: (options) => field.choice(['A'], options),
  date: (options) => field.date(options),
  json: (options) => field.json(options),
  group: (options) => field.group({}, options),
  list: (options) => field.list(field.line(9, { about }), options),
  blocks: (options) => field.blocks({}, options),
  integer: (options) => field.integer(0, 9, options),
  number: (options) => field.number(0, options),
  decimal: (options) => field.decimal(4, 2, options),
  time: (options) => field.time(options),
  flag: (options) => field.flag(options),
  counter: (options) => field.counter(options),
  tags: (options) => field.tags(options),
  state: (options) => field.state(['A'], options),
  one: (options) => field.one('Other', options),
  many: (options) => field.many('Other', options),
  owner: (options) => field.owner(options),
}

/** All options but `about` and the words for people, which each builder takes. */
const OPTIONS = [
  ...[
    'optional',
    'unique',
    'index',
    'search',
    'initial',
    'transitions',
    'published',
    'least',
    'most',
    'pattern',
    'distinct',
    'schema',
    'as',
  ],
  ...['seenWith', 'changedWith', 'setByOperation', 'hidden', 'example'],
  ...['inverse', 'onDelete', 'ordered', 'max', 'parameter'],
]

const takes = (build: Build, option: string): boolean => {
  const options: Options = { about, [option]: undefined }
  // A builder looks at the names of its options before it looks at their values.
  const { problems = [] } = build(options as never)
  return !problems.some((problem) => problem.includes(`no option has the name ${option};`))
}

/** The options that a builder takes. */
export const listOptions = (builder: keyof typeof BUILDERS): readonly string[] =>
  OPTIONS.filter((option) => takes(BUILDERS[builder], option))

const toTable = (): string =>
  [
    '| Builder | Options beside `about` and the words for people |',
    '|---|---|',
    // Object.keys gives the keys of the object above.
    ...(Object.keys(BUILDERS) as (keyof typeof BUILDERS)[]).map((name) => {
      const options = listOptions(name).map((option) => `\`${option}\``)
      return `| \`field.${name}\` | ${options.length === 0 ? 'none' : options.join(', ')} |`
    }),
  ].join('\n')

/** The page with a table that fits the code. */
export const renderOptions = (page = readFileSync(PAGE, 'utf8')): string => {
  const [before = '', rest = ''] = page.split(START)
  const [, after = ''] = rest.split(END)
  return `${before}${START}\n\n${toTable()}\n\n${END}${after}`
}

if (import.meta.main) writeFileSync(PAGE, renderOptions())
