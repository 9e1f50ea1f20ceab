import { Article, createNextArticle, moveArticle, setSchedule } from '../articles/article.ts'
import type { ArticleEdit } from '../articles/article-store.ts'
import { createRevision } from '../articles/revision.ts'
import type { Stores } from '../context/context.ts'
import { findCheckProblems, type CheckedWrite } from '../model/types/check-problems.ts'
import type { ContentModel } from '../model/content-model.ts'
import { findType } from '../model/types/find-type.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { SECOND_MS } from '../rules/time.ts'
import type { Job } from '../work/job.ts'

/** A transaction has the texts of its articles in memory, of up to 2 MB each. */
const PUBLISHED_AT_ONCE = 20

interface Publishing {
  readonly stores: Stores
  readonly now: Date
  /** Whether the check of the type lets the article be written. */
  readonly isRight: (write: CheckedWrite) => boolean
}

/** C16.3: an article that the check of a team refuses loses its schedule, so that it keeps no other from its turn. */
const publish = ({ stores, now, isRight }: Publishing, current: Article): ArticleEdit => {
  const next = createNextArticle(current, moveArticle(current, 'PUBLISHED', now), now)
  if (!isRight({ record: next, previous: current }))
    return { next: createNextArticle(current, setSchedule(current, null), now) }
  return { next, revision: createRevision(current, stores.articles.nextRevisionId(), current.ownerId, now) }
}

type Checking = Pick<Publishing, 'isRight'> & {
  /** The failures of the check, in which case no article is right. */
  readonly faults: readonly unknown[]
}

const createChecking = (type: RecordType): Checking => {
  const faults: unknown[] = []
  const isRight = (write: CheckedWrite): boolean => {
    try {
      return findCheckProblems(type, write).length === 0
    } catch (error) {
      faults.push(error)
      return false
    }
  }
  return { isRight, faults }
}

/** C4.3: publishes due articles, well within 5 s of their time. @throws the failures of a check, after the writes. */
export const publishScheduled = ({ model }: { readonly model: ContentModel }): Job => ({
  name: 'publish-scheduled',
  everyMs: SECOND_MS,
  run: async (stores, now) => {
    const { isRight, faults } = createChecking(findType(model, Article))
    const decide = (current: Article) => publish({ stores, now, isRight }, current)
    const count = await stores.articles.changeDue(now, PUBLISHED_AT_ONCE, decide)
    if (faults.length > 0) throw new AggregateError(faults, 'The check of scheduled articles has failed.')
    return count === PUBLISHED_AT_ONCE
  },
})
