"""What the report of surprises is about: texts that were written for it."""

SENTENCES = {
    "English": "Your order has been shipped and will arrive on Monday.",
    "German": "Ihre Bestellung wurde versandt und kommt am Montag an.",
    "Dutch": "Uw bestelling is verzonden en komt maandag aan.",
    "Swedish": "Din beställning har skickats och kommer fram på måndag.",
    "French": "Votre commande a été expédiée et arrivera lundi.",
    "Spanish": "Su pedido ha sido enviado y llegará el lunes.",
    "Portuguese": "Seu pedido foi enviado e chegará na segunda-feira.",
    "Italian": "Il tuo ordine è stato spedito e arriverà lunedì.",
    "Polish": "Twoje zamówienie zostało wysłane i dotrze w poniedziałek.",
    "Finnish": "Tilauksesi on lähetetty ja se saapuu maanantaina.",
    "Turkish": "Siparişiniz gönderildi ve pazartesi günü ulaşacak.",
    "Russian": "Ваш заказ отправлен и прибудет в понедельник.",
    "Greek": "Η παραγγελία σας έχει αποσταλεί και θα φτάσει τη Δευτέρα.",
    "Hebrew": "ההזמנה שלך נשלחה ותגיע ביום שני.",
    "Arabic": "تم شحن طلبك وسيصل يوم الاثنين.",
    "Hindi": "आपका ऑर्डर भेज दिया गया है और सोमवार को पहुँचेगा।",
    "Vietnamese": "Đơn hàng của bạn đã được gửi và sẽ đến vào thứ Hai.",
    "Thai": "คำสั่งซื้อของคุณถูกจัดส่งแล้วและจะถึงในวันจันทร์",
    "Korean": "주문하신 상품이 발송되었으며 월요일에 도착합니다.",
    "Japanese": "ご注文の商品は発送され、月曜日に到着します。",
    "Chinese": "您的订单已发货，将于星期一送达。",
}
"""One sentence that a shop might send, in many languages."""

CODE = """\
def total_by(rows, key):
    totals = {}
    for row in rows:
        if row[key]:
            totals[row[key]] = totals.get(row[key], 0) + 1
    return totals
"""
"""A few lines of Python, indented by four spaces."""
