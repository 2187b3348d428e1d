/**
 * Invented lists of reviews: one sentence a line, as people type them, in no order, with what two readers would say of
 * each list. Written for this benchmark; no real reviews.
 */
export type ReviewList = { title: string; lines: string; references: string[] }

export const reviewLists: readonly ReviewList[] = [
  {
    title: 'rooms hotel miramar',
    lines: `The room was clean and the bed very comfortable , we slept like babies every single night of our stay .
 We booked two double rooms on the fourth floor and although they were not the biggest rooms i have ever stayed in , they were spotless .
rooms are a bit small but this is the city centre so you can't expect more .
 My wife loved the big bathroom with its rain shower and the good quality towels .
 The rooms are small , clean and well equipped with fridge , safe and a kettle for tea and coffee .
 When we arrived at 3pm our room was not ready , and the girl at the desk asked us to wait in the bar, which took another forty minutes before somebody finally came to give us the key .
 Beds are comfortable .
 The bathroom was modern and clean and there was always plenty of hot water .
 The air conditioning in our room was noisy but we could turn it off at night .
 Our room faced the street and we could hear the traffic until late , so ask for a room at the back if you are a light sleeper .
 Clean room , comfortable bed , nice bathroom .
 The only bad thing was the size of the room , we could hardly open our two suitcases at the same time .
 Rooms were cleaned every day and we got fresh towels daily .
 Very small rooms .
 The room had a flat screen TV with lots of channels but only two of them were in english .
 the rooms are clean and the staff replaced everything every morning
 I stay in many hotels for work, roughly a hundred nights every year, and I can honestly say that the mattress in this place is one of the best that I have had the pleasure to lie on .
 Room was very clean but small .
 The bathroom was tiny but clean , with a powerful shower .
 We were upgraded to a suite because of our anniversary , with a bottle of wine and a card from the manager , a lovely touch that made our trip .
 The walls are thin so you hear the neighbours .
 Comfortable beds and very clean , would stay here again .
 Our room overlooked a courtyard and it was very quiet .
 Rooms are clean , small and comfortable .`,
    references: [
      'The rooms are clean and the beds are comfortable. Rooms are rather small.',
      'Rooms are small but clean, with comfortable beds. The bathrooms are modern and clean.',
    ],
  },
  {
    title: 'battery life ebook reader',
    lines: `The battery life is great .
I charge it about once every two weeks , and that is with an hour of reading each evening .
 Battery life is amazing if you leave the wireless off , I got nearly a month out of the first charge .
 With wireless on the battery lasts only a few days .
 The battery lasts for weeks , so I no longer travel with a charger in my bag .
 I was worried after reading some of the reviews here about devices that froze after a firmware update and needed to be sent back to the manufacturer , but mine has worked without any trouble so far .
 Long battery life .
 The battery lasts a long time and it charges quickly .
 You cannot replace the battery yourself , which bothers me a little as I keep such things for many years .
 Turn off the wireless and the battery will last for weeks .
 I bought the leather cover as well and it has a small light that draws power from the reader's battery , so expect to charge a bit more often if you read in bed like I do .
 battery life is excellent and far better than my tablet
 After six months the battery life is still excellent .
 The battery indicator is not very precise .
 It came with only a usb cable , so you have to charge it from your computer or buy an adapter .
 The battery life is very good , as promised by the ads .
 I can take it on a two week vacation and not charge it once .
 My old reader needed a charge every night , the battery life of this one is a huge improvement .
 The battery drains much faster when the wireless is turned on .
 Excellent battery life with the wireless turned off .`,
    references: [
      'The battery life is excellent. It lasts for weeks when the wireless is turned off.',
      'Battery life is great. With wireless on the battery drains faster.',
    ],
  },
  {
    title: 'staff grand plaza',
    lines: `The staff were friendly and helpful throughout our stay .
 Staff at the front desk were very helpful with directions and booked a taxi for us to the airport at five in the morning .
 very friendly staff
 We had a problem with our booking because the website had charged our card twice , but the manager sorted it out within ten minutes and even gave us a free breakfast to say sorry .
 The concierge was excellent , he got us tickets for a show that was sold out everywhere else .
 The staff could not have been more helpful .
 Reception staff were polite but seemed overworked .
 All the staff we met were friendly , helpful and spoke good English .
 The bar staff were slow and a bit rude when we asked for the menu .
 I left my phone in the room and they posted it to my home in Ireland without charging me a penny .
 The staff was friendly and always willing to help .
 Staff are great .
 Check in was quick and the staff friendly .
 One thing I must mention is that the lift was out of order for two days , and no one offered to carry my mother's luggage to the third floor .
 Breakfast staff were efficient and cheerful even when the room was packed .
 The cleaning staff did a wonderful job every day and always said good morning .
 Extremely helpful staff who go out of their way to please you .
 The hotel staff were very friendly and helpful .
 The young man at the desk on sunday evening was not interested in us at all .
 helpful friendly staff and a good location`,
    references: [
      'The staff are friendly and helpful.',
      'Staff is very helpful and friendly. The front desk helped with taxis and directions.',
    ],
  },
  {
    title: 'seats compact car',
    lines: `The seats are comfortable even on long trips .
 On a twelve hour drive to see my parents I did not have any back pain , which I cannot say about the two cars that I owned before .
 Front seats are very comfortable but the rear seats are a little tight for adults .
 The rear seat has very little leg room .
 I am six feet tall and I had trouble finding a good position , as the driver's seat does not go back far enough and the steering wheel does not telescope .
 Comfortable seats .
 The leather seats are easy to clean , good if you have kids or dogs .
 seats are comfortable and supportive
 The seats are hard and my back hurts after an hour .
 The back seats fold flat , so I can carry my bike with the front wheel taken off .
 Very comfortable front seats with lots of adjustment .
 Not much room in the back seat .
 My kids complain that the back seat is cramped .
 The heated seats work well and they warm up in a minute or two , which is a blessing in our winters up here .
 The seats are very comfortable , with good lumbar support .
 The dealer told us that the seat cover problem was known and replaced both front seat covers free of charge , after I had written to head office twice .
 Seat fabric feels cheap and stains easily .
 The driver seat is comfortable for long drives .
 Rear seats are cramped , two adults fit but three do not .`,
    references: [
      'The front seats are very comfortable, even on long drives. The rear seats are cramped.',
      'Comfortable seats. There is not much leg room in the back seat.',
    ],
  },
  {
    title: 'screen gps navigator',
    lines: `the screen is bright and easy to read
 The screen is large and clear , I can read it without my glasses .
 In direct sunlight the screen is hard to see .
 The touch screen responds quickly and is easy to use .
 Bright , clear screen .
 I wanted something with a bigger display than my previous unit , which was a hand me down from my brother in law and which had a crack running across the whole of it , and this one fits the bill .
 The screen is easy to read even in sunlight .
 The screen shows the speed limit , arrival time and next turn in a clear way .
 It picks up fingerprints quickly .
 Screen is big enough to see at a glance while driving .
 The display is clear and bright .
 My screen stopped responding to touch after three weeks and the shop replaced the unit .
 The screen size is perfect , not too big for the windshield .
 There is some glare on the screen in the afternoon but moving the mount helped .
 You can change the colors of the map for day and night .
 Large , bright screen that is easy to read .
 The touch screen is easy to use , even my father could do it .
 I love the wide screen .
 The night colors are easy on the eyes .`,
    references: [
      'The screen is bright, clear and easy to read. The touch screen is easy to use.',
      'Large, bright screen, easy to read. Some glare in sunlight.',
    ],
  },
  {
    title: 'food harbour inn',
    lines: `The food was excellent and the portions were huge .
 Breakfast was good with plenty of choice , fresh fruit , eggs , pastries and very decent coffee .
 The food is good but expensive .
 We ate in the restaurant on our first night , and waited for over an hour for a main course which was then served cold , so for the rest of the week we walked down to the harbour where there are many nice places .
 breakfast was great
 Food in the restaurant is overpriced .
 The breakfast buffet was excellent with a wide choice of hot and cold food .
 Great food , great view .
 The fish was the best I had in a long time and the waiter recommended a local wine that went very well with it .
 Breakfast is expensive at 18 euros a head , go to the bakery around the corner .
 The food was very good .
 Breakfast was the same every day and became boring by the end of the week .
 Room service was quick and the food was hot .
 A very good breakfast is included in the price .
 The food at the bar was average and overpriced .
 My daughter is vegan and they made her something special each evening , nothing was too much trouble for the kitchen .
 Excellent breakfast with lots of choice .
 The coffee was weak .
 Good food but a bit expensive .
 The restaurant food was excellent but pricey .`,
    references: [
      'The food is very good but expensive. Breakfast is excellent with plenty of choice.',
      'Excellent breakfast and good food. The restaurant is overpriced.',
    ],
  },
]
