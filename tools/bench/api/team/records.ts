import { deriveExcerpt } from '@content-service/domain/internal/articles'
import { Draw } from '../data/draw.ts'
import { FIRST_USER_ID } from '../data/records.ts'
import { TAGS, writeText, writeWords } from '../data/vocabulary.ts'
import { QUESTIONS } from '../workloads.ts'

export const TEAM_USERS = 1_000
export const TOPICS = 50
export const MEETUPS = 10_000
export const HALLS = 200
export const TALKS = 10_000
export const TOURS = 2_000
export const REPORTS = 10_000

const START = Date.UTC(2026, 0, 3)
const HOUR_MS = 3_600_000

/** A UUID that the place decides, so that the next run has the same. */
const makeId = (kind: number, place: number): string =>
  `0198c0de-0000-7000-8${String(kind).padStart(3, '0')}-${place.toString(16).padStart(12, '0')}`

/** What a question about meetups asks for: those of a topic, from a time on. */
export const makeMeetupFilter = (page: number): { readonly topic: string; readonly since: string } => ({
  topic: makeId(1, page % TOPICS),
  since: new Date(START + (page % 10) * 24 * 10 * HOUR_MS).toISOString(),
})

export const makeTopic = (seed: number, place: number) => ({
  id: makeId(1, place),
  name: `${writeWords(new Draw(seed, 'topic', place), 2)} ${place}`,
  created_at: new Date(START + place * HOUR_MS).toISOString(),
})

export const makeMeetup = (seed: number, place: number) => {
  const draw = new Draw(seed, 'meetup', place)
  const createdMs = START + place * HOUR_MS
  return {
    id: makeId(2, place),
    title: writeWords(draw, 3 + draw.below(4)),
    description: writeText(draw, 60),
    starts_at: new Date(createdMs + draw.below(90 * 24) * HOUR_MS).toISOString(),
    tags: [...new Set([draw.pick(TAGS), draw.pick(TAGS)])],
    status: draw.pick(['PLANNED', 'OPEN', 'OPEN', 'CANCELLED']),
    topic_id: makeId(1, draw.below(TOPICS)),
    organizer_id: FIRST_USER_ID + draw.below(TEAM_USERS),
    created_at: new Date(createdMs).toISOString(),
  }
}

const TALKS_OF_A_QUESTION = Math.floor(TALKS / QUESTIONS)

/** The time before which a question asks for talks. A page of talks is older than each of these times. */
export const makeTalkTime = (place: number): string =>
  new Date(START + (TALKS - TALKS_OF_A_QUESTION * (place % QUESTIONS)) * HOUR_MS).toISOString()

/** Three halls of four are open. */
export const makeHall = (seed: number, place: number) => ({
  id: makeId(3, place),
  title: `${writeWords(new Draw(seed, 'hall', place), 2)} ${place}`,
  status: place % 4 === 0 ? 'PLANNED' : 'OPEN',
  created_at: new Date(START + place * HOUR_MS).toISOString(),
})

export const makeTalk = (seed: number, place: number) => {
  const draw = new Draw(seed, 'talk', place)
  const createdMs = START + place * HOUR_MS
  return {
    id: makeId(4, place),
    title: writeWords(draw, 3 + draw.below(4)),
    starts_at: new Date(createdMs + draw.below(90 * 24) * HOUR_MS).toISOString(),
    hall_id: makeId(3, draw.below(HALLS)),
    created_at: new Date(createdMs).toISOString(),
  }
}

/** The id of a published report, which an article has, too. */
export const nameReport = (place: number): string => makeId(6, 4 * (place % QUESTIONS))

/** Half of the reports are published, as every fourth one. */
const REPORT_STATES = ['PUBLISHED', 'DRAFT', 'PUBLISHED', 'REVIEW'] as const
const REPORT_WORDS = 330

/** The same for the table of articles and for that of reports. */
export const makeReport = (seed: number, place: number) => {
  const draw = new Draw(seed, 'report', place)
  const content = writeText(draw, REPORT_WORDS)
  const status = REPORT_STATES[place % REPORT_STATES.length] ?? 'DRAFT'
  const created = new Date(START + place * HOUR_MS).toISOString()
  return {
    id: makeId(6, place),
    title: writeWords(draw, 4 + draw.below(5)),
    content,
    excerpt: deriveExcerpt(content),
    status,
    tags: [...new Set([draw.pick(TAGS), draw.pick(TAGS)])],
    owner_id: FIRST_USER_ID + draw.below(TEAM_USERS),
    views: draw.below(1_000),
    created_at: created,
    published_at: status === 'PUBLISHED' ? created : null,
  }
}

const makeStop = (draw: Draw, place: number) => {
  const key = `stop-${place}`
  if (place % 3 === 0)
    return { type: 'visit', key, siteId: makeId(3, draw.below(HALLS)), note: writeWords(draw, 6) }
  if (place % 3 === 1)
    return { type: 'event', key, showId: makeId(4, draw.below(TALKS)), minutes: 1 + draw.below(90) }
  return { type: 'pause', key, text: writeWords(draw, 8) }
}

/** Six stops, of which four link to a site or a show. */
export const makeTour = (seed: number, place: number) => {
  const draw = new Draw(seed, 'tour', place)
  return {
    id: makeId(5, place),
    title: writeWords(draw, 4),
    stops: Array.from({ length: 6 }, (_, at) => makeStop(draw, 6 * place + at)),
    created_at: new Date(START + place * HOUR_MS).toISOString(),
  }
}
