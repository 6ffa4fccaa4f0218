import './race.test.ts'
