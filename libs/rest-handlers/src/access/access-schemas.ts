import { contentPolicy } from '@content-service/domain'
import { Type } from 'typebox'
import type { QueryParameters } from '../endpoint.ts'
import { closed, textUpTo, userIdText, wordOf } from '../schema-terms.ts'

const sentence = (description: string) => textUpTo(10_000, description)
const sentences = (description: string) =>
  Type.Array(sentence('A sentence.'), { maxItems: 1_000, description })

const ruleSchema = Type.Object(
  {
    effect: wordOf(['allow', 'deny'], 'What it does where it applies.'),
    path: sentence('Where in the policy it stands.'),
    via: sentences('The roles by which the user comes by it.'),
    outcome: wordOf(['applies', 'does not apply', 'needs a resource', 'failed'], 'What came of it.'),
    condition: sentence('Its condition in words.'),
    failing: sentences('What of the condition does not hold.'),
  },
  { ...closed, title: 'ExplainedRule', description: 'A rule of the policy that was looked at.' },
)

/** C7.7. */
export const accessExplanationSchema = Type.Object(
  {
    permission: wordOf(contentPolicy.permissions, 'What was asked about.'),
    decision: wordOf(['ALLOW', 'DENY'], 'What the policy decides.'),
    reason: sentence('Why, in a word.'),
    rules: Type.Array(ruleSchema, { maxItems: 1_000, description: 'What it looked at.' }),
    missing: sentences('What would have to be different for an ALLOW.'),
    text: sentence('All of it, a line per rule.'),
  },
  { ...closed, title: 'AccessExplanation', description: 'How the policy decides, and why.' },
)

export const accessParameters = {
  permission: { isRequired: true, schema: wordOf(contentPolicy.permissions, 'What to explain.') },
  id: { schema: textUpTo(36, 'The record that it is about, where it is about one.') },
  userId: { schema: { ...userIdText, description: 'Whom it is about; the caller unless given.' } },
} as const satisfies QueryParameters
