import type { ContentModel } from '@content-service/domain'
import { Type } from 'typebox'
import type { QueryParameters } from '../requests/query-parameter.ts'
import { objectSchema, textSchema, userIdText, wordSchema } from '../schemas/schema-terms.ts'

const sentence = (description: string) => textSchema(10_000, description)
const sentences = (description: string) =>
  Type.Array(sentence('A sentence.'), { maxItems: 1_000, description })

const ruleSchema = objectSchema(
  { title: 'ExplainedRule', description: 'A rule of the policy that the decision considered.' },
  {
    effect: wordSchema(['allow', 'deny'], 'The effect of the rule if the rule applies.'),
    path: sentence('The position of the rule in the policy.'),
    via: sentences('The roles through which the user has the rule.'),
    outcome: wordSchema(
      ['applies', 'does not apply', 'needs a resource', 'untestable'],
      'The result of the rule.',
    ),
    condition: sentence('The condition of the rule in words.'),
    failing: sentences('The comparisons of the condition that are false or cannot be tested.'),
  },
)

/** C7.7. */
export const accessExplanationSchema = ({ policy }: ContentModel) =>
  objectSchema(
    { title: 'AccessExplanation', description: 'The decision of the policy, with its reasons.' },
    {
      permission: wordSchema(policy.permissions, 'The permission that the decision is about.'),
      decision: wordSchema(['ALLOW', 'DENY'], 'The decision of the policy.'),
      reason: sentence('The reason of the decision, as one word.'),
      rules: Type.Array(ruleSchema, {
        maxItems: 1_000,
        description: 'The rules that the decision considered.',
      }),
      missing: sentences('The conditions that prevent ALLOW; empty if the decision is ALLOW.'),
      text: sentence('The whole explanation as text, with one line per rule.'),
    },
  )

/** The policy decides whether it knows the permission. */
export const accessParameters = ({ policy }: ContentModel) =>
  ({
    permission: { isRequired: true, schema: wordSchema(policy.permissions, 'The permission to explain.') },
    id: { schema: textSchema(36, 'The id of the record, if the permission is about a record.') },
    userId: { schema: { ...userIdText, description: 'The id of the user. The default is your own id.' } },
  }) as const satisfies QueryParameters
