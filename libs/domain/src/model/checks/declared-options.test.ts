import { describe, expect, it } from 'vitest'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import { flag, integer, line, number, one, owner, state, tags, text, time } from '../fields/field-builders.ts'
import type { Fields } from '../types/record-operation.ts'
import type { RecordType } from '../types/record-type.ts'
import { record } from '../types/record.ts'
import { ModelError } from './model-error.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
const label = line(80, { about: 'The label.' })
const tool = (fields: Fields): RecordType => record({ name: 'Tool', plural: 'tools', about, allowed, fields })

const findProblems = (...types: readonly RecordType[]): readonly string[] => {
  try {
    contentModel([...builtInModel.types, ...types])
    return []
  } catch (error) {
    if (error instanceof ModelError) return error.problems
    throw error
  }
}

describe('an option that a declaration does not have', () => {
  it('does not compile, and is a problem of the model, for each builder', () => {
    const fields = {
      // @ts-expect-error -- mistyped
      line: line(9, { about, optional: true, seenwith: 'write' }),
      // @ts-expect-error -- mistyped
      text: text(9, { about, uniqe: true }),
      // @ts-expect-error -- mistyped
      number: number(0, { about, optinal: true }),
      // @ts-expect-error -- mistyped
      integer: integer(0, 9, { about, exampel: 4 }),
      // @ts-expect-error -- mistyped
      time: time({ about, initial: 0 }),
      // @ts-expect-error -- mistyped
      flag: flag({ about, initial: false, optional: true }),
      // @ts-expect-error -- mistyped
      tags: tags({ about, sarch: 'B' }),
      // @ts-expect-error -- mistyped
      status: state(['NEW'], { about, optional: true }),
      shelf: one(
        { name: 'Category', plural: 'categories' },
        // @ts-expect-error -- mistyped
        { about, inverse: 'tools', ondelete: 'cascade' },
      ),
      // @ts-expect-error -- mistyped
      keeper: owner({ about, inverse: 'tools', optional: true }),
    }
    expect(findProblems(tool(fields))).toEqual([
      'Tool.line: no option has the name seenwith; did you mean seenWith?',
      'Tool.text: no option has the name uniqe; did you mean unique?',
      'Tool.number: no option has the name optinal; did you mean optional?',
      'Tool.integer: no option has the name exampel; did you mean example?',
      'Tool.time: no option has the name initial; use one of about, optional, example, publishedMaximum, seenWith, changedWith, setByOperation, hidden, index, label, help, placeholder, section, renamedFrom',
      'Tool.flag: no option has the name optional; use one of about, changedWith, hidden, index, initial, label, help, placeholder, section, renamedFrom',
      'Tool.tags: no option has the name sarch; did you mean search?',
      'Tool.status: no option has the name optional; use one of about, index, initial, transitions, published, label, help, placeholder, section, renamedFrom',
      'Tool.shelf: no option has the name ondelete; did you mean onDelete?',
      'Tool.keeper: no option has the name optional; use one of about, inverse, label, help, placeholder, section, renamedFrom',
    ])
  })

  it('is a problem in a type and in an operation too', () => {
    const type = record({
      name: 'Tool',
      plural: 'tools',
      about,
      allowed,
      fields: { label },
      // @ts-expect-error -- mistyped
      fixd: true,
      // @ts-expect-error -- mistyped
      operations: (on) => ({ lend: on({ about, permission: 'write', form: ['NEW'] }) }),
    })
    expect(findProblems(type)).toEqual([
      'Tool: no option has the name fixd; did you mean fixed?',
      'Tool.lend: no option has the name form; did you mean from?',
    ])
  })

  it('is a problem in allowed: a role, or a share', () => {
    // @ts-expect-error -- mistyped
    const wrong: typeof allowed = { read: { GUESTS: 'all' }, write: { EDITOR: 'mine' } }
    const type = record({ name: 'Tool', plural: 'tools', about, allowed: wrong, fields: { label } })
    expect(findProblems(type)).toEqual([
      'Tool.read: no role has the name GUESTS; did you mean GUEST?',
      "Tool.write: EDITOR cannot have \"mine\"; write 'all', 'own', or a function that returns a condition",
    ])
  })
})

describe('values that would fail later', () => {
  it.each<[string, Fields, string]>([
    [
      'a line of -1 characters',
      { a: line(-1, { about }) },
      'the most characters are -1; write an integer from 1',
    ],
    [
      'a text of 1.5 characters',
      { a: text(1.5, { about }) },
      'the most characters are 1.5; write an integer from 1',
    ],
    [
      'a text whose limits are exchanged',
      { a: text(5, { about, least: 9 }) },
      'the fewest characters are 9, and the most are 5; write an integer from 0 to the most',
    ],
    [
      'a text of at least -1 characters',
      { a: text(5, { about, least: -1 }) },
      'the fewest characters are -1, and the most are 5; write an integer from 0 to the most',
    ],
    [
      'exchanged limits',
      { a: integer(10, 1, { about }) },
      'the least value 10 is above the most 1; exchange them',
    ],
    [
      'a limit that is no number',
      { a: number(Number.NaN, { about }) },
      'the limits are NaN and undefined; write numbers',
    ],
    [
      'an empty description',
      { a: line(9, { about: ' ' }) },
      'about must be a sentence that describes the field',
    ],
    [
      'a description with half of a character',
      { a: line(9, { about: 'A \ud83d hammer.' }) },
      'about has half of a surrogate pair; write the whole character',
    ],
    // Without types, nothing refuses the missing options before.
    ['no options', { a: line(9, undefined as never) }, 'about must be a sentence that describes the field'],
    [
      'an example that is too long',
      { a: line(3, { about, example: 'four' }) },
      'the example "four" must have at most 3 characters',
    ],
    [
      'an example out of range',
      { a: integer(1, 5, { about, example: 6 }) },
      'the example 6 must be an integer from 1 to 5',
    ],
    [
      'an initial text that is too long',
      { a: text(3, { about, initial: 'four' }) },
      'the initial "four" must have at most 3 characters',
    ],
    [
      'a field that no operation can set',
      { label, a: line(9, { about, optional: true, setByOperation: true }) },
      'the type has no operation that sets the field; add one to operations, or leave out setByOperation',
    ],
    [
      'a state that begins with a digit',
      { label, a: state(['1A'], { about }) },
      'the state "1A" must be letters, digits and underscores, start with a letter, and be no word of GraphQL, such as STATE_1A',
    ],
    [
      'a state that is a word of GraphQL',
      { label, a: state(['true'], { about }) },
      'the state "true" must be letters, digits and underscores, start with a letter, and be no word of GraphQL, such as TRUE',
    ],
    [
      'a state twice',
      { label, a: state(['NEW', 'new'], { about }) },
      'the state new is there twice, if upper and lower case count as equal; leave out one of them',
    ],
    ['no states', { label, a: state([], { about }) }, 'a state needs at least one value'],
    [
      'a list without a name',
      { label, a: one({ name: 'Category', plural: 'categories' }, { about, inverse: '' }) },
      'inverse must be a camelCase name for the list of Category, such as tools',
    ],
    [
      'an index on the parts of a number',
      { a: number(0, { about, index: 'text' as never }) },
      "index: 'text' is for a line or a text; write index: true",
    ],
    [
      'an index in the words of SQL',
      { a: line(9, { about, index: 'gin' as never }) },
      `index cannot be "gin"; write true or 'text'`,
    ],
    [
      'an index on a long text',
      { a: text(10_001, { about, index: 'text' }) },
      'a text of more than 10,000 characters has no index, because no list is filtered by it; remove index, or let searches find it with search',
    ],
    [
      'an index on a hidden field',
      { label, a: flag({ about, initial: false, hidden: true, index: true }) },
      'no list is filtered by a hidden field; remove index or hidden',
    ],
    [
      'a unique text that no index can have',
      { a: text(641, { about, unique: true }) },
      'a unique text has at most 640 characters, which fit in an index; lower the most characters',
    ],
    [
      'a parameter of every list',
      {
        label,
        a: one({ name: 'Category', plural: 'categories' }, { about, inverse: 'tools', parameter: 'limit' }),
      },
      'parameter cannot be "limit"; write another name, such as a',
    ],
  ])('%s', (_, fields, problem) => {
    expect(findProblems(tool(fields))).toContain(`Tool.a: ${problem}`)
  })

  it.each<[string, unknown, string]>([
    ['true', true, "index must be a list of lists of fields, such as [['venue', 'startsAt']]"],
    ['one list', ['label', 'a'], "index must be a list of lists of fields, such as [['venue', 'startsAt']]"],
    ['one field', [['label']], 'an index of one field is an option of the field; write index: true there'],
    ['no field', [[]], 'an index has 2 or 3 fields, and [] has 0'],
    [
      'four fields',
      [['label', 'a', 'shelf', 'createdAt']],
      'an index has 2 or 3 fields, and [label, a, shelf, createdAt] has 4',
    ],
    ['a mistyped field', [['labl', 'a']], 'no field or link has the name labl; did you mean label?'],
    [
      'the id of a link',
      [['boxId', 'a']],
      'no field or link has the name boxId; use one of label, a, shelf, names, note, done, createdAt, updatedAt',
    ],
    ['a field twice', [['a', 'a']], 'a is there twice in an index; leave out one of them'],
    [
      'an index twice',
      [
        ['label', 'a'],
        ['label', 'a'],
      ],
      'the index [label, a] is there twice; leave out one',
    ],
    ['tags', [['names', 'a']], 'names is a list of values; write index: true on the field'],
    [
      'a long text',
      [['note', 'a']],
      'note: a text of more than 10,000 characters has no index, because no list is filtered by it; remove index, or let searches find it with search',
    ],
    [
      'a hidden field',
      [['done', 'a']],
      'done: no list is filtered by a hidden field; remove index or hidden',
    ],
    [
      'names that PostgreSQL cuts',
      [['label', 'a', 'shelf']],
      'the index [label, a, shelf] would have a name of 78 characters, and PostgreSQL cuts names after 63; choose shorter names',
    ],
  ])('an index of several fields: %s', (name, index, problem) => {
    const plural = name === 'names that PostgreSQL cuts' ? `tools${'s'.repeat(45)}` : 'tools'
    const shelf = one({ name: 'Category', plural: 'categories' }, { about, inverse: 'tools' })
    const fields = {
      label,
      a: integer(0, 9, { about }),
      shelf,
      names: tags({ about }),
      note: text(20_000, { about, optional: true }),
      done: flag({ about, initial: false, hidden: true }),
    }
    const type = record({ name: 'Tool', plural, about, allowed, index: index as never, fields })
    expect(findProblems(type)).toContain(`Tool: ${problem}`)
  })

  it('no index that is right', () => {
    const fields = {
      label: line(80, { about, index: 'text' }),
      code: line(640, { about, unique: true }),
      seen: line(80, { about, optional: true, seenWith: 'write', index: true }),
      shelf: one({ name: 'Category', plural: 'categories' }, { about, inverse: 'tools' }),
    }
    const index = [
      ['shelf', 'label'],
      ['seen', 'shelf', 'createdAt'],
    ]
    expect(findProblems(record({ name: 'Tool', plural: 'tools', about, allowed, index, fields }))).toEqual([])
  })

  it('a type that clients cannot fill', () => {
    expect(findProblems(tool({ done: flag({ about, initial: false, hidden: true }) }))).toEqual([
      "Tool: clients can set no field; add a field such as title: field.line(200, { about: 'The title.' })",
    ])
  })

  it('links that lead back to their type, so that no record can be the first', () => {
    const toPage = (inverse: string) => one({ name: 'Page', plural: 'pages' }, { about, inverse })
    const page = (fields: Fields) => record({ name: 'Page', plural: 'pages', about, allowed, fields })
    expect(findProblems(page({ label, parent: toPage('children') }))).toEqual([
      'Page.parent: the first record cannot link to another one of its type; add optional: true',
    ])
    const toTool = one({ name: 'Tool', plural: 'tools' }, { about, inverse: 'pages' })
    expect(findProblems(page({ label, tool: toTool }), tool({ label, page: toPage('tools') }))).toEqual([
      'Page: the links lead in a circle, Page → Tool → Page, so that no record can be the first; add optional: true to one of them',
    ])
  })

  it('arguments that every operation has', () => {
    const input = { version: label, ['no name']: label }
    const type = record({
      name: 'Tool',
      plural: 'tools',
      about,
      allowed,
      fields: { label },
      operations: (on) => ({ lend: on({ about: '', permission: 'write', input }) }),
    })
    expect(findProblems(type)).toEqual([
      'Tool.lend: about must be a sentence for the documentation',
      'Tool.lend.version: the service gives a field version; ownVersion is free',
      'Tool.lend.no name: the name must be camelCase, with letters and digits',
    ])
  })
})

describe('names that the interfaces use', () => {
  it.each<[string, string, string]>([
    ['Post', 'blogposts', 'Post: the service already has Post; the name PostEntry is free'],
    ['Error', 'faults', 'Error: the service already has Error; the name ErrorEntry is free'],
    [
      'Date',
      'days',
      'Date: the service already has Date, DateWhere, DateListWhere; the name DateEntry is free',
    ],
    ['Email', 'letters', 'Email: the service already has Email; the name EmailEntry is free'],
    // The title of a schema in the OpenAPI document.
    [
      'Invitation',
      'invites',
      'Invitation: the service already has Invitation; the name InvitationEntry is free',
    ],
    ['Doc', 'docs', 'Doc: the service already has docs; the plural doclist is free'],
    ['Self', 'me', 'Self: the service already has me; the plural selfs is free'],
    ['Fault', 'errors', 'Fault: the service already has errors; the plural faults is free'],
    ['Letter', 'mails', 'Letter: the service already has mails; the plural letters is free'],
    [
      'Search',
      'finds',
      'Search: the service already has SearchConnection, SearchEdge, SearchWhere and 1 more names; the name SearchEntry is free',
    ],
  ])('%s, %s', (name, plural, problem) => {
    expect(findProblems(record({ name, plural, about, allowed, fields: { label } }))).toEqual([problem])
  })

  it('a name that a declared type derives', () => {
    const status = state(['NEW'], { about })
    const type = (name: string, plural: string) =>
      record({ name, plural, about, allowed, fields: { label, status } })
    expect(findProblems(type('Tool', 'tools'), type('ToolStatus', 'statuses'))).toEqual([
      'ToolStatus: Tool already has ToolStatus, ToolStatusWhere; the name ToolStatusEntry is free',
    ])
  })

  it('all problems are named at once, without a stack', () => {
    const error = (() => {
      try {
        return contentModel([tool({ ['Bad']: line(-1, { about: '' }) }), tool({ label })])
      } catch (thrown) {
        return thrown
      }
    })() as ModelError
    expect(error.stack).toBe(error.message)
    expect(error.problems.length).toBeGreaterThan(3)
  })
})
