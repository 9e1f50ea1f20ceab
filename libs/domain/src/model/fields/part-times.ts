import type { Rule } from '../../rules/accept.ts'
import { timestamp } from '../../rules/time.ts'
import type { Field } from './field.ts'

/** C16.1: parts are JSON, so that a time in a part is its text in UTC (C2.2). */
export const toPartTime = ({ kind }: Field, rule: Rule): Rule =>
  kind === 'time'
    ? (given: unknown) => {
        const time = rule(given)
        return time instanceof Date ? timestamp(time) : time
      }
    : rule
