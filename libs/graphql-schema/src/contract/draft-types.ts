import type { RecordType } from '@content-service/domain'
import {
  describeInput,
  DRAFT,
  getDraftType,
  listDraftMembers,
  nameDraft,
  nameDraftInput,
  nameDraftOperation,
  nameOne,
} from '@content-service/domain/internal/model'
import { field, inputType, inputValue, objectType, readDirectives } from './ast.ts'
import { declareKeptValue } from './kept-values.ts'
import { nameValueType } from './value-types.ts'

/** The lowest role that could write: extra permissions can let a READER write (C12.7). */
const WRITERS = readDirectives('@auth(role: READER)')

const nameRecord = (type: RecordType): string => (type.isSingle ? `the ${type.word}` : nameOne(type.word))

/** The fields of the service, before those of the declaration. */
const OWN = [
  field('baseVersion', 'Int!', 'The version of the record when you first saved the draft.'),
  field('changedAt', 'String!', 'The time at which you last saved the draft.'),
  field(
    'isStale',
    'Boolean!',
    'Whether the record has another value now in a field of the draft. You cannot apply a stale draft: save the field again.',
  ),
  field('changes', '[String!]!', 'The members of the input that the draft has.'),
]

const declareInput = (type: RecordType) =>
  inputType(
    nameDraftInput(type),
    `A part of a draft of ${nameRecord(type)}. Fields that you leave out stay as they are in the draft.`,
    Object.entries(listDraftMembers(getDraftType(type))).map(([name]) => {
      const each = type.changeInputs[name]
      if (each === undefined) throw new Error(`${type.name} has no input ${name}.`)
      const cleared = each.isOptional ? ' Null clears the value.' : ''
      const about = `${describeInput(type, [name, each])}${cleared}`
      return inputValue(name, nameValueType(type, name, each, 'change'), about)
    }),
  )

/** C17.6: the type of the drafts of a type and its input, if the type has drafts. */
export const declareDraft = (type: RecordType) =>
  type.takesDrafts
    ? [
        objectType(
          nameDraft(type),
          `Your unpublished work on ${nameRecord(type)}. Nobody else sees it. A field that \`changes\` does not name is null.`,
          [
            ...OWN,
            ...Object.entries(getDraftType(type).shown).map(([name, kept]) =>
              declareKeptValue(type, name, kept),
            ),
          ],
        ),
        declareInput(type),
      ]
    : []

/** The draft of a record. */
export const declareDraftField = (type: RecordType) =>
  type.takesDrafts ? [field(DRAFT, nameDraft(type), `Your draft of the ${type.word}; null without one.`)] : []

/** `saveRecipeDraft(id: ID!, input: RecipeDraftInput!, baseVersion: Int): Recipe!`, and what else changes drafts. */
export const declareDraftMutations = (type: RecordType) => {
  if (!type.takesDrafts) return []
  const { name, permissions, isSingle } = type
  const one = nameRecord(type)
  const id = isSingle ? [] : [inputValue('id', 'ID!')]
  const needs = `Needs \`${permissions.write}\`.`
  const save = [
    ...id,
    inputValue('input', `${nameDraftInput(type)}!`),
    inputValue('baseVersion', 'Int', 'If the record has another version now, the save fails with CONFLICT.'),
  ]
  const aboutSave = `Saves your draft of ${one}. The record does not change. ${needs}`
  const aboutDiscard = `Discards your draft of ${one}.`
  const aboutApply = `Changes ${one} as an update with the content of your draft would, and removes the draft. A stale draft is a CONFLICT that names its fields. ${needs}`
  const declare = (verb: 'save' | 'discard' | 'apply', about: string, args: typeof save) => ({
    ...field(nameDraftOperation(verb, type), `${name}!`, about, args),
    ...WRITERS,
  })
  return [
    declare('save', aboutSave, save),
    declare('discard', aboutDiscard, id),
    declare('apply', aboutApply, id),
  ]
}
