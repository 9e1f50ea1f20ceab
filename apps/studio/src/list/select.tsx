import { useId } from 'react'

export interface Choice {
  readonly value: string
  readonly label: string
}

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly choices: readonly Choice[]
  readonly onChange: (value: string) => void
}

/** The select of the browser works on each device, and by keyboard. */
export const Select = ({ label, value, choices, onChange }: SelectProps) => {
  const id = useId()
  return (
    <span className="select">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </span>
  )
}
