export const topics = {
  ofSelection: 'Topics in the selected pages',
  ofPages: 'Topics on these pages',
  showAll: 'All topics',
  topic: 'Topic',
  showFewer: 'Show fewer',
} as const
