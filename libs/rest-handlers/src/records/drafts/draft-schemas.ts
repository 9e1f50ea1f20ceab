import type { ContentModel, RecordType } from '@content-service/domain'
import {
  getDraftType,
  listDraftMembers,
  nameDraft,
  nameDraftBody,
  nameOne,
} from '@content-service/domain/internal/model'
import { Type, type TObject } from 'typebox'
import { shownIdsSchema } from '../../representations/link-lists.ts'
import { changeMembers, showMember } from '../../representations/record-schemas.ts'
import { createBodyType, createPatchType, type BodyType } from '../../requests/body.ts'
import { mergeJson } from '../../requests/merge-json.ts'
import { closed, integerSchema, nullableSchema, timestampSchema } from '../../schemas/schema-terms.ts'
import type { Members } from '../../schemas/field-schemas.ts'

type Body = BodyType<Readonly<Record<string, unknown>>>

/** The JSON Schemas of the drafts of a type. */
export interface DraftSchemas {
  readonly shown: TObject
  readonly patchBody: Body
  readonly putBody: Body
}

const nameRecord = (type: RecordType): string => (type.isSingle ? `the ${type.word}` : nameOne(type.word))

const MOST_VERSION = 2_147_483_647

const createOwn = (names: readonly string[]): Members => ({
  baseVersion: integerSchema(1, MOST_VERSION, 'The version of the record when you first saved the draft.'),
  changedAt: timestampSchema('The time at which you last saved the draft.'),
  isStale: Type.Boolean({ description: 'Whether the record has another value now in a field of the draft.' }),
  changes: Type.Array(Type.String({ enum: [...names] }), {
    description: 'The names of the fields that the draft has. The other fields are null.',
    maxItems: names.length,
  }),
})

const createShown = (model: ContentModel, type: RecordType): TObject => {
  const draft = getDraftType(type)
  const members: Members = Object.assign(
    {},
    ...Object.entries(draft.shown).map((entry) => showMember(model, draft, entry)),
  )
  const lists = draft.manyLinks.map(({ attribute, field }) => [
    attribute,
    nullableSchema(shownIdsSchema(model, field)),
  ])
  return Type.Object(
    { ...createOwn(Object.keys(listDraftMembers(draft))), ...members, ...Object.fromEntries(lists) },
    { ...closed, title: nameDraft(type), description: `Your unpublished work on ${nameRecord(type)}.` },
  )
}

const BASE = Type.Optional(
  integerSchema(1, MOST_VERSION, 'If the record has another version now, the response is 409.'),
)

const createBody = (type: RecordType): TObject => {
  const names = Object.keys(listDraftMembers(getDraftType(type)))
  return Type.Object(
    { ...changeMembers(type, names), baseVersion: BASE },
    {
      ...closed,
      title: nameDraftBody(type),
      description: 'Members of an update. null clears a property that accepts null.',
    },
  )
}

/** C17.6: a draft has the fields of the update, each nullable. */
export const createDraftSchemas = (model: ContentModel, type: RecordType): DraftSchemas => {
  const body = createBody(type)
  return {
    shown: createShown(model, type),
    patchBody: createPatchType(body, mergeJson(type.changeInputs)) as Body,
    putBody: createBodyType(body) as Body,
  }
}
