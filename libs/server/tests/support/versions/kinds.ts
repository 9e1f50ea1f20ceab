import { Category, field, User } from '@content-service/domain'
import type { Field } from '@content-service/domain/internal/model'
import { VENUE } from './venue.ts'

const about = 'A test.'

/** The declaration of a meetup in one version, and what its clients send beside the usual members. */
export interface Version {
  readonly fields?: Readonly<Record<string, Field>>
  readonly states?: readonly string[]
  /** The state to which the operation leads. */
  readonly to?: string
  readonly unique?: readonly (readonly string[])[]
  readonly index?: readonly (readonly string[])[]
  readonly given?: Readonly<Record<string, unknown>>
  /** The link to a venue that clients send: `venueId`, or `venueIds` with a list. */
  readonly link?: 'venueId' | 'venueIds'
  /** Whether the deletion of the venue deletes the meetup. */
  readonly isCascade?: boolean
}

/** A kind of change that `types migration` knows; null for a version without the type. */
export interface Kind {
  readonly name: string
  readonly before: Version | null
  readonly after: Version | null
}

const link = (onDelete: 'cascade' | 'clear' | 'refuse'): Version => ({
  fields: { venue: field.one(VENUE, { about, optional: true, onDelete }) },
  link: 'venueId',
  isCascade: onDelete === 'cascade',
})
const links = (onDelete: 'cascade' | 'clear' | 'refuse'): Version => ({
  fields: { venues: field.many(VENUE, { about, onDelete }) },
  link: 'venueIds',
  isCascade: onDelete === 'cascade',
})
const withField = (name: string, declared: Field, given?: unknown): Version => ({
  fields: { [name]: declared },
  given: given === undefined ? {} : { [name]: given },
})
const withTitle = (title: Field): Version => ({ fields: { title } })

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

const NOTHING: Version = {}
const note = (most: number, optional: boolean) => field.text(most, { about, optional })
const seats = field.integer(3, 900, { about })
const topic = field.one(Category, { about, optional: true })

/** All kinds of changes. Each has a type of its own, so that one run shows all. */
export const KINDS: readonly Kind[] = [
  { name: 'Kept', before: NOTHING, after: NOTHING },
  { name: 'OptionalAdded', before: NOTHING, after: withField('note', note(9, true), 'new') },
  { name: 'OptionalRemoved', before: withField('note', note(9, true), 'old'), after: NOTHING },
  {
    name: 'FlagAdded',
    before: NOTHING,
    after: withField('isFeatured', field.flag({ about, initial: false }), true),
  },
  {
    name: 'FlagRemoved',
    before: withField('isFeatured', field.flag({ about, initial: true }), true),
    after: NOTHING,
  },
  { name: 'NumberAdded', before: NOTHING, after: withField('seats', seats, 7) },
  { name: 'NumberRemoved', before: withField('seats', seats, 7), after: NOTHING },
  { name: 'TextRemoved', before: withField('note', note(9, false), 'old'), after: NOTHING },
  { name: 'LineRemoved', before: withField('code', field.line(9, { about }), 'old'), after: NOTHING },
  {
    name: 'TimeRemoved',
    before: withField('endsAt', field.time({ about }), '2030-01-01T10:00:00Z'),
    after: NOTHING,
  },
  {
    name: 'BecomesOptional',
    before: withField('note', note(9, false), 'old'),
    after: withField('note', note(9, true)),
  },
  {
    name: 'BecomesRequired',
    before: withField('note', note(9, true)),
    after: withField('note', note(9, false), 'new'),
  },
  {
    name: 'LimitLowered',
    before: withField('note', note(900, true), 'a'.repeat(50)),
    after: withField('note', note(9, true), 'new'),
  },
  {
    name: 'LimitRaised',
    before: withField('note', note(9, true), 'old'),
    after: withField('note', note(900, true), 'a'.repeat(50)),
  },
  {
    name: 'Renamed',
    before: withField('note', note(9, true), 'old'),
    after: withField('remark', note(9, true), 'new'),
  },
  {
    name: 'StateAdded',
    before: { states: ['PLANNED', 'OPEN'] },
    after: { states: ['PLANNED', 'OPEN', 'MOVED'], to: 'MOVED' },
  },
  {
    name: 'StateDeclared',
    before: { states: ['PLANNED', 'OPEN'] },
    after: { states: ['PLANNED', 'OPEN', 'MOVED'] },
  },
  {
    name: 'StateRemoved',
    before: { states: ['PLANNED', 'OPEN', 'MOVED'], to: 'MOVED' },
    after: { states: ['PLANNED', 'OPEN'] },
  },
  ...(['cascade', 'clear', 'refuse'] as const).flatMap((onDelete): readonly Kind[] => [
    { name: `LinkAdded${capital(onDelete)}`, before: NOTHING, after: link(onDelete) },
    { name: `LinkRemoved${capital(onDelete)}`, before: link(onDelete), after: NOTHING },
    { name: `LinksAdded${capital(onDelete)}`, before: NOTHING, after: links(onDelete) },
    { name: `LinksRemoved${capital(onDelete)}`, before: links(onDelete), after: NOTHING },
  ]),
  { name: 'LinkChanged', before: link('refuse'), after: link('clear') },
  {
    name: 'RequiredLinkRemoved',
    before: { fields: { venue: field.one(VENUE, { about }) }, link: 'venueId' },
    after: NOTHING,
  },
  {
    name: 'UserLinkAdded',
    before: NOTHING,
    after: withField('host', field.one(User, { about, optional: true })),
  },
  {
    name: 'UserLinkRemoved',
    before: withField('host', field.one(User, { about, optional: true })),
    after: NOTHING,
  },
  { name: 'TopicAdded', before: NOTHING, after: withField('topic', topic) },
  { name: 'IndexAdded', before: NOTHING, after: { index: [['title', 'startsAt']] } },
  { name: 'IndexRemoved', before: { index: [['title', 'startsAt']] }, after: NOTHING },
  { name: 'UniqueAdded', before: NOTHING, after: withTitle(field.line(200, { about, unique: true })) },
  { name: 'UniqueRemoved', before: withTitle(field.line(200, { about, unique: true })), after: NOTHING },
  { name: 'KeyAdded', before: NOTHING, after: { unique: [['title', 'startsAt']] } },
  { name: 'KeyRemoved', before: { unique: [['title', 'startsAt']] }, after: NOTHING },
  { name: 'SearchAdded', before: NOTHING, after: withTitle(field.line(200, { about, search: 'A' })) },
  { name: 'SearchRemoved', before: withTitle(field.line(200, { about, search: 'A' })), after: NOTHING },
  { name: 'TypeAdded', before: null, after: NOTHING },
  { name: 'TypeRemoved', before: link('refuse'), after: null },
]
