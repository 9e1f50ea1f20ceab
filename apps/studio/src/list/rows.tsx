import { Link } from '@tanstack/react-router'
import type { Body } from '../api/client.ts'
import type { ContentType } from '../api/model.ts'
import { MOST_AT_ONCE } from '../api/records.ts'
import { showValue, writeTitle } from '../fields/show-value.ts'
import { messages, writeTime } from '../language/language.ts'
import { chooseColumns } from './columns.ts'

const readChange = ({ updatedAt, createdAt }: Body): string => {
  const time = updatedAt ?? createdAt
  return typeof time === 'string' ? writeTime(time) : ''
}

interface CheckProps {
  readonly label: string
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
}

const Check = ({ label, isChecked, onChange }: CheckProps) => (
  <td className="check">
    <input
      type="checkbox"
      aria-label={label}
      checked={isChecked}
      onChange={(event) => onChange(event.target.checked)}
    />
  </td>
)

interface RowsProps {
  readonly type: ContentType
  readonly rows: readonly Body[]
  /** The ids of the chosen records. */
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
}

/** The records of a list, which people can choose to act on several. */
export const Rows = ({ type, rows, chosen, onChoose }: RowsProps) => {
  const columns = chooseColumns(type, rows)
  const hasTimes = rows.some((row) => 'createdAt' in row)
  const choose = (id: string, isChosen: boolean): void => {
    const others = [...chosen].filter((each) => each !== id)
    onChoose(new Set(isChosen ? [...others, id] : others))
  }
  const first = rows.slice(0, MOST_AT_ONCE).map(({ id }) => String(id))
  return (
    <table className="records">
      <thead>
        <tr>
          <Check
            label={messages.chooseAll}
            isChecked={chosen.size > 0 && first.every((id) => chosen.has(id))}
            onChange={(isChosen) => onChoose(new Set(isChosen ? first : []))}
          />
          <th scope="col">{type.fields.find(({ name }) => name === type.titleField)?.label ?? type.label}</th>
          {columns.map((field) => (
            <th key={field.name} scope="col">
              {field.label}
            </th>
          ))}
          {hasTimes && <th scope="col">{messages.changedAt}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <Check
              label={messages.choose(writeTitle(row, type))}
              isChecked={chosen.has(String(row.id))}
              onChange={(isChosen) => choose(String(row.id), isChosen)}
            />
            <th scope="row">
              <Link to="/$path/$id" params={{ path: type.path, id: String(row.id) }}>
                {writeTitle(row, type)}
              </Link>
            </th>
            {columns.map((field) => (
              <td key={field.name} className={field.kind}>
                {showValue(field, row)}
              </td>
            ))}
            {hasTimes && <td className="time">{readChange(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
