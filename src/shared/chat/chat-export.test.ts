import { describe, expect, it } from 'vitest'
import { exportFileName } from './chat-export.ts'

describe('the name of an exported file', () => {
  it.each([
    ['About lighthouses', 'About lighthouses.md'],
    ['What does it cost? A/B: "test" <now>', 'What does it cost A B test now.md'],
    ['../../etc/passwd', 'etc passwd.md'],
    ['Die Größe – 灯台について', 'Die Größe – 灯台について.md'],
    ['line\nbreak\u202egnp.exe', 'line break gnp.exe.md'],
    ['...', 'Chat.md'],
    ['CON', 'Chat CON.md'],
    ['nul.txt', 'Chat nul.txt.md'],
    ['Console', 'Console.md'],
  ])('of %j is %j', (title, name) => expect(exportFileName(title, 'markdown')).toBe(name))

  it('is cut between characters and has the extension of its format', () => {
    const name = exportFileName('🏮'.repeat(100), 'html')
    expect(name).toBe(`${'🏮'.repeat(60)}.html`)
    expect(exportFileName('Lamps', 'json')).toBe('Lamps.json')
  })
})
