import { toActiveCaller } from '../access/held-roles.ts'
import { Article, createNextArticle, dropSchedule, moveArticle } from '../articles/article.ts'
import { PUBLISHING } from '../articles/article-actions.ts'
import type { ArticleEdit } from '../articles/article-store.ts'
import { meets } from '../actions/requirement.ts'
import type { ContentPolicy } from '../access/content-policy.ts'
import type { Stores } from '../context/context.ts'
import { findCheckProblems } from '../model/types/check-problems.ts'
import type { ContentModel } from '../model/content-model.ts'
import { findType } from '../model/types/find-type.ts'
import type { ErrorCode } from '../rules/errors.ts'
import type { ArticleId, UserId } from '../rules/ids.ts'
import { SECOND_MS } from '../rules/time.ts'
import type { Job } from '../work/job.ts'

/** A transaction has the texts of its articles in memory, of up to 2 MB each. */
const PUBLISHED_AT_ONCE = 20

const NAME = 'publish-scheduled'

interface PublishingParts {
  readonly model: ContentModel
  /** Decides whether the person who set a schedule may still publish the article. */
  readonly policy: ContentPolicy
}

/** The work of one transaction. */
interface Publishing extends PublishingParts {
  readonly stores: Stores
  readonly now: Date
  /** Collects the failures of the check of a team. */
  readonly faults: unknown[]
}

/** C17.2: whether the person may publish the article now. A schedule of no known user is not asked. */
const isAllowed = async (
  { stores, policy, now }: Publishing,
  article: Article,
  by: UserId | null,
): Promise<boolean> => {
  if (by === null) return true
  const caller = toActiveCaller(await stores.users.get(by))
  return caller !== null && meets({ caller: { ...caller, now }, policy }, PUBLISHING, article)
}

/** C16.3: whether the check of the type lets the article be published. */
const isRight = ({ model, faults }: Publishing, record: Article, previous: Article): boolean => {
  try {
    return findCheckProblems(findType(model, Article), { record, previous }).length === 0
  } catch (error) {
    faults.push(error)
    return false
  }
}

/** The refusal of a due article; null for one that the service publishes. */
const findRefusal = async (
  publishing: Publishing,
  current: Article,
  next: Article,
): Promise<ErrorCode | null> => {
  // The column has ids of users alone.
  if (!(await isAllowed(publishing, current, current.scheduledBy as UserId | null))) return 'FORBIDDEN'
  return isRight(publishing, next, current) ? null : 'BAD_USER_INPUT'
}

const publish = ({ now }: Publishing, current: Article, next: Article): ArticleEdit => ({
  next,
  keeping: { editorId: current.ownerId, at: now },
})

/** C17.2: a refused article loses its schedule, so that it keeps no other from its turn; the audit log says why. */
const drop = async ({ stores, now }: Publishing, id: ArticleId, reason: ErrorCode): Promise<void> => {
  await stores.articles.change(id, (current) => ({
    next: createNextArticle(current, dropSchedule(current), now),
  }))
  const entry = { action: NAME, resource: 'articles', resourceId: id, field: null, moreRefused: 0 } as const
  await stores.audit.addRefusals([{ ...entry, reason }])
}

const publishOne = async (publishing: Publishing, current: Article): Promise<void> => {
  const { stores, now } = publishing
  const next = createNextArticle(current, moveArticle(current, 'PUBLISHED', now), now)
  const refusal = await findRefusal(publishing, current, next)
  if (refusal !== null) return drop(publishing, current.id, refusal)
  await stores.articles.change(current.id, () => publish(publishing, current, next))
}

/** C4.3: publishes due articles, well within 5 s of their time. @throws the failures of a check, after the writes. */
export const publishScheduled = (parts: PublishingParts): Job => ({
  name: NAME,
  everyMs: SECOND_MS,
  run: async (stores, now) => {
    const faults: unknown[] = []
    const count = await stores.alone(async (own) => {
      const due = await own.articles.lockDue(now, PUBLISHED_AT_ONCE)
      for (const article of due) await publishOne({ ...parts, stores: own, now, faults }, article)
      return due.length
    })
    if (faults.length > 0) throw new AggregateError(faults, 'The check of scheduled articles has failed.')
    return count === PUBLISHED_AT_ONCE
  },
})
