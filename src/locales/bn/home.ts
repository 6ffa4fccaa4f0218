import type { home as english } from '../en/home.ts'

export const home: Partial<Record<keyof typeof english, string>> = {
  'home.title': '{name}-এ স্বাগতম',
  'home.services_eyebrow': 'আমাদের সেবা',
  'home.services_title': 'আপনার ব্যবসার জন্য সেরা সমাধান',
  'home.rooms_title': 'যেখানে আপনার অ্যাকসেসরিজ তৈরি হয়, সেখানেই থাকুন',
  'home.rooms_text': 'বায়ারদের থাকার রুমগুলো আমাদের শোরুমের ঠিক ওপরেই।',
  'home.rooms_all': 'সব রুম',
  'home.map_title': 'প্রধান কার্যালয়',
  'home.map_open': 'ম্যাপে দেখুন',
  'home.map_frame': 'আমাদের প্রধান কার্যালয়ের ম্যাপ',
  'home.closer_eyebrow': 'আরও কাছ থেকে দেখুন',
  'home.closer_title': 'একটি পোশাকের খুঁটিনাটি',
  'home.closer_text': 'যেকোনো অ্যাকসেসরিজ বেছে নিয়ে জানুন, সেটি কী দিয়ে তৈরি।',
  'home.closer_all': 'আমরা যা যা তৈরি করি',
  'home.story_title': 'একটি নমুনা যেভাবে তৈরি হয়',
  'home.story_text': 'আপনার কাপড়ের টুকরা থেকে সেলাই লাইন পর্যন্ত।',
  'home.more': 'আরও পড়ুন',
  'home.since': '{year} সাল থেকে',
  'home.talk_title': 'কী তৈরি করছেন, আমাদের জানান',
  'home.talk_text': 'স্কেচ, কাপড়ের টুকরা বা টেক প্যাক পাঠান। আমরা নমুনা পাঠিয়ে উত্তর দেব।',
  'home.talk_action': 'যোগাযোগ করুন',
  'home.description':
    '১৯৯৫ সাল থেকে ঢাকায় তৈরি পোশাকশিল্পের জিপার, বোতাম, ইলাস্টিক, সুতা, লেইস, ফিতা, লেবেল ও হ্যাঙ্গার। সঙ্গে বায়ারদের থাকার রুম।',
}
