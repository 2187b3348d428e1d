export const topics = {
  ofSelection: 'Themen der ausgewählten Seiten',
  ofPages: 'Themen dieser Seiten',
  showAll: 'Alle Themen',
  topic: 'Thema',
  showFewer: 'Weniger anzeigen',
} as const
