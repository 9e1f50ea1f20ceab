import type { AccessExplanation } from '../api/people-paths.ts'
import { messages } from '../language/language.ts'

type Rule = AccessExplanation['rules'][number]

/** The role that a person holds, and the roles through which it gives the rule. */
const nameRule = ({ via, path }: Rule): string => (via.length > 0 ? via.join(' → ') : path)

const RuleEntry = ({ rule }: { readonly rule: Rule }) => {
  const { effect, condition, outcome, failing } = rule
  return (
    <li>
      <div>
        <strong>{nameRule(rule)}</strong>
        <span className="help">
          {effect === 'allow' ? messages.ruleAllows : messages.ruleDenies}{' '}
          {condition === 'always' ? messages.always : <code>{condition}</code>}
        </span>
        {failing.map((each) => (
          <code key={each} className="refused">
            {each}
          </code>
        ))}
      </div>
      <span className="help">{messages.outcomes[outcome] ?? outcome}</span>
    </li>
  )
}

/** A decision of the policy, with its reasons. */
export const Explanation = ({ explanation }: { readonly explanation: AccessExplanation }) => {
  const { decision, reason, rules, missing } = explanation
  const isAllowed = decision === 'ALLOW'
  return (
    <div className="explanation" role="status">
      <p className={isAllowed ? 'notice' : 'notice wrong'}>
        <strong>{isAllowed ? messages.allowed : messages.refused}.</strong>{' '}
        {messages.reasons[reason] ?? reason}
      </p>
      {missing.length > 0 && (
        <>
          <h3>{messages.missing}</h3>
          <ul className="missing">
            {missing.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </>
      )}
      {rules.length > 0 && (
        <>
          <h3>{messages.rules}</h3>
          <ul className="entries">
            {rules.map((rule) => (
              <RuleEntry key={rule.path} rule={rule} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
