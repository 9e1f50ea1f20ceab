import type { Attack } from './attack.ts'
import { anonymousBodies } from './anonymous-bodies.ts'
import { draftWords } from './draft-words.ts'
import { dueArticles } from './due-articles.ts'
import { filterShapes } from './filter-shapes.ts'
import { longWork } from './long-work.ts'
import { madeUpWords } from './made-up-words.ts'
import { preparedStatements } from './prepared-statements.ts'
import { restoreRevisions } from './restore-revisions.ts'
import { silentConnections } from './silent-connections.ts'
import { slowReads } from './slow-reads.ts'
import { streamEvents } from './stream-events.ts'
import { unreadResponses } from './unread-responses.ts'
import { waitingRemovals } from './waiting-removals.ts'

export const ATTACKS = {
  'anonymous-bodies': anonymousBodies,
  'draft-words': draftWords,
  'due-articles': dueArticles,
  'filter-shapes': filterShapes,
  'long-work': longWork,
  'made-up-words': madeUpWords,
  'prepared-statements': preparedStatements,
  'restore-revisions': restoreRevisions,
  'silent-connections': silentConnections,
  'slow-reads': slowReads,
  'stream-events': streamEvents,
  'unread-responses': unreadResponses,
  'waiting-removals': waitingRemovals,
} as const satisfies Readonly<Record<string, Attack>>
