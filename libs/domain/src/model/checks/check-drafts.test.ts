import { describe, expect, it } from 'vitest'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import { flag, line, state } from '../fields/field-builders.ts'
import { record } from '../types/record.ts'
import { getDraftType } from '../drafts/draft-type.ts'
import type { RecordType } from '../types/record-type.ts'
import { ModelError } from './model-error.ts'

const about = 'A test.'
const title = line(80, { about, optional: true })
const declare = (options: object): RecordType =>
  record({
    name: 'Poem',
    plural: 'poems',
    about,
    allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
    fields: { title },
    drafts: true,
    ...options,
  } as never)

const findProblems = (options: object): readonly string[] => {
  try {
    contentModel([...builtInModel.types, declare(options)])
    return []
  } catch (error) {
    if (error instanceof ModelError) return error.problems
    throw error
  }
}

describe('C17.6 the option drafts', () => {
  it('gives the model its operations and actions, and a type with the fields of the update but the state', () => {
    const poem = declare({
      fields: { title, stage: state(['A', 'B'], { about, transitions: { A: { B: 'write' } } }) },
    })
    const model = contentModel([...builtInModel.types, poem])
    expect(
      ['savePoemDraft', 'replacePoemDraft', 'discardPoemDraft', 'applyPoemDraft'].map(model.hasOperation),
    ).toEqual([true, true, true, true])
    expect(model.actionsOf('poems').map(({ word }) => word)).toEqual(
      expect.arrayContaining(['applyDraft', 'discardDraft', 'saveDraft']),
    )
    expect(Object.keys(getDraftType(poem).attributes)).toEqual(['title'])
  })

  it.each([
    [{ drafts: false }, /drafts must be true, and is false/],
    [{ fixed: true }, /a record of a fixed type never changes/],
    [{ fields: { title, draft: title } }, /Poem.draft: drafts: true has a member draft/],
    [{ fields: { title, isStale: flag({ about, initial: false }) } }, /has a member isStale/],
    [
      { fields: { stage: state(['A', 'B'], { about, transitions: { A: { B: 'write' } } }) } },
      /clients change no field/,
    ],
    [{ fields: { title }, name: 'ArticleDraft' }, /ArticleDraft/],
    [
      { operations: (on: (given: object) => unknown) => ({ draft: on({ about, permission: 'write' }) }) },
      /Poem.draft: a type with drafts has draft itself/,
    ],
  ])('refuses %j', (options, message) => {
    expect(findProblems(options).join('\n')).toMatch(message)
  })
})
