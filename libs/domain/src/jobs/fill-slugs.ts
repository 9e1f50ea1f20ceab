import { setTimeout } from 'node:timers/promises'
import type { ContentModel } from '../model/content-model.ts'
import { findSlug } from '../model/slugs/slugged.ts'
import { SECOND_MS } from '../rules/time.ts'
import type { Job } from '../work/job.ts'

/** So many records are locked together for some hundredths of a second, and other writes have as long a time between two batches. */
const AT_ONCE = 300
const PAUSE_MS = 50

/** C17.7: gives slugs to the records that have none: those of a release or a model without slugs, and imported ones. */
export const planSlugs = ({ types }: Pick<ContentModel, 'types'>): readonly Job[] => {
  const slugged = types.filter((type) => findSlug(type) !== undefined)
  if (slugged.length === 0) return []
  const run: Job['run'] = async (stores) => {
    let isMore = false
    for (const type of slugged) if ((await stores.records(type).fillSlugs(AT_ONCE)) === AT_ONCE) isMore = true
    if (isMore) await setTimeout(PAUSE_MS)
    return isMore
  }
  return [{ name: 'fill-slugs', everyMs: 10 * SECOND_MS, run }]
}
